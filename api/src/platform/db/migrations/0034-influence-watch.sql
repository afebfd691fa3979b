-- A client whose webhook is told when the influence of its deals changes, with what a person may see of activities.
CREATE TABLE influence_watch (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id    integer NOT NULL UNIQUE,
  owner_id     integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- The last day whose deals were compared, UTC. Null until the first run, which stores what the next one compares with.
  compared_on  date,
  created_at   timestamptz NOT NULL,
  deleted_at   timestamptz
);

-- The influence of each deal in the last comparison. A deal that is removed is forgotten.
CREATE TABLE opportunity_influence (
  opportunity_id  integer PRIMARY KEY REFERENCES opportunity ON DELETE CASCADE,
  client_id       integer NOT NULL,
  influence       text NOT NULL
);
CREATE INDEX opportunity_influence_client ON opportunity_influence (client_id);
