-- The account lists that the filters of a run name, as they were at the run. A list by a rule has other organizations in each scope, so they are kept by view.
-- Without references to the list and its owner: what a run was about stays when they go.
CREATE TABLE alert_run_list (
  run_id            uuid NOT NULL REFERENCES alert_run ON DELETE CASCADE,
  view              smallint NOT NULL,
  list_id           uuid NOT NULL,
  client_id         integer NOT NULL,
  owner_id          integer NOT NULL,
  is_shared         boolean NOT NULL,
  name              text NOT NULL,
  -- Null for a list of organizations that were picked.
  rule              jsonb,
  organisation_ids  integer[] NOT NULL,
  PRIMARY KEY (run_id, view, list_id)
);
