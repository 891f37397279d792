-- Attempt counters are written at every sign-in and worth nothing after a crash: without the log,
-- counting waits for no disk.
ALTER TABLE rate_limits SET UNLOGGED;
