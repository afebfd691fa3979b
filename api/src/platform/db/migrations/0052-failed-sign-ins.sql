-- Failed sign-ins by hour, until their sums are in the audit log. Null: of addresses without an account, which are only counted
-- so that they take as long.
CREATE TABLE failed_sign_in (
  user_id integer REFERENCES app_user (id),
  hour timestamptz NOT NULL,
  attempts integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (user_id, hour)
);
