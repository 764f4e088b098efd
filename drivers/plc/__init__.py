"""An extractor that is a PLC (autómata) on a Modbus RTU line: its register map, its line, its driver."""
