"""The consolidated reports of the office: figures of all halls, or of one, over some days."""
