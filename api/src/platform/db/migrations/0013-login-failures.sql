-- The wait after too many failures is counted from the last one.
ALTER TABLE login_attempt ADD COLUMN last_failure_at timestamptz NOT NULL DEFAULT now();
