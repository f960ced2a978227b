"""Renaissance: battles of 1500-1700 on an open table, with bases, PIPs and opposed dice."""
