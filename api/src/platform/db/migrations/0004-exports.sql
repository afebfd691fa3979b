-- What people export: the columns that they chose, and how far an export is that is being written.

-- Fields in their order; who has no row never chose any.
CREATE TABLE user_export_columns (
  user_id     integer PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  fields      text[] NOT NULL,
  updated_at  timestamptz NOT NULL DEFAULT now()
);

-- In the database because another process than the one that writes may be asked. The caller chooses the id.
CREATE TABLE export_progress (
  user_id     integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  id          uuid NOT NULL,
  rows        integer NOT NULL DEFAULT 0,
  total       integer NOT NULL DEFAULT 0,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);
CREATE INDEX export_progress_updated ON export_progress (updated_at);
