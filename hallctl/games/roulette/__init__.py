"""A roulette table: Portugal's Regulamento 804/2015 (RO-01..89), for a wheel with a sensor and a croupier."""
