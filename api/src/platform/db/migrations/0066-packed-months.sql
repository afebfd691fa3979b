-- What figures count of the activities of a client, each month ready to read. A copy: whoever finds none reads the activities.
-- Not logged: a crash of the server may empty it.
CREATE UNLOGGED TABLE packed_client (
  client_id integer PRIMARY KEY REFERENCES client ON DELETE CASCADE,
  -- The tokens of data_version when the months were packed.
  version   bigint NOT NULL,
  packed_at timestamptz NOT NULL
);

CREATE UNLOGGED TABLE packed_month (
  client_id     integer NOT NULL REFERENCES packed_client ON DELETE CASCADE,
  -- The first day, in UTC.
  month         date NOT NULL,
  -- Number of activities.
  size          integer NOT NULL,
  ids           bytea NOT NULL,
  instants      bytea NOT NULL,
  first_codes   bytea NOT NULL,
  second_codes  bytea NOT NULL,
  organisations bytea NOT NULL,
  PRIMARY KEY (client_id, month)
);
-- Compressing takes longer than reading.
ALTER TABLE packed_month
  ALTER COLUMN ids SET STORAGE EXTERNAL,
  ALTER COLUMN instants SET STORAGE EXTERNAL,
  ALTER COLUMN first_codes SET STORAGE EXTERNAL,
  ALTER COLUMN second_codes SET STORAGE EXTERNAL,
  ALTER COLUMN organisations SET STORAGE EXTERNAL;
