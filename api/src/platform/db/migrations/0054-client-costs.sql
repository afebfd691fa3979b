-- What answering calls has cost in an hour, by client. Each process adds its own.
CREATE TABLE client_cost (
  hour             timestamptz NOT NULL,
  -- Whose calls they were; those of a client have its id.
  payer            text NOT NULL CHECK (payer IN ('client', 'several', 'staff', 'none')),
  client_id        integer REFERENCES client ON DELETE CASCADE,
  calls            integer NOT NULL,
  -- Calls that were refused because of a limit or because the product was busy.
  refused          integer NOT NULL,
  -- From the request to the end of the answer.
  seconds          double precision NOT NULL,
  -- Use of sessions of the database.
  database_seconds double precision NOT NULL,
  CHECK ((payer = 'client') = (client_id IS NOT NULL)),
  UNIQUE NULLS NOT DISTINCT (hour, payer, client_id)
);
CREATE INDEX client_cost_client ON client_cost (client_id);
