"""A baccarat table: Macau's Despacho 55/2004 (BA-01..66), for a shoe that reads its cards or a croupier."""
