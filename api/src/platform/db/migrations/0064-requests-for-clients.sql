-- Erasures and restrictions that concern what some clients know of a reader.

-- By what imports and uploads of a client recognize readers who were erased or are restricted for this client only.
CREATE TABLE client_erased_identity (
  client_id            integer NOT NULL REFERENCES client ON DELETE CASCADE,
  kind                 text NOT NULL CHECK (kind IN ('email', 'external-id')),
  hash                 bytea NOT NULL,
  pseudonym            text NOT NULL,
  kept                 text[] NOT NULL,
  key_print            text NOT NULL,
  -- Null for an erased reader. What is remembered of a restricted one ends with the restriction.
  restricted_reader_id integer REFERENCES reader_restriction ON DELETE CASCADE,
  PRIMARY KEY (client_id, kind, hash)
);
CREATE INDEX client_erased_identity_restricted ON client_erased_identity (restricted_reader_id)
  WHERE restricted_reader_id IS NOT NULL;

ALTER TABLE reader_restriction
  -- Null for all clients.
  ADD COLUMN clients integer[],
  -- The reader whom other clients still know, if there are any: what is restricted is a reader of its own meanwhile.
  ADD COLUMN separated_from integer;

-- Null for all clients.
ALTER TABLE personal_data_request ADD COLUMN clients integer[];

-- The last migration that a process knows. Null in a process of the versions before.
ALTER TABLE process_heartbeat ADD COLUMN last_migration text;

ALTER TABLE area_notice DROP CONSTRAINT area_notice_event_check;
ALTER TABLE area_notice ADD CONSTRAINT area_notice_event_check CHECK (event IN
  ('erased', 'restricted', 'lifted', 'erased-for-clients', 'restricted-for-clients', 'lifted-for-clients'));
