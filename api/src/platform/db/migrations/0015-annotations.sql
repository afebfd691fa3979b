-- Notes on a date of a client, such as the start of a campaign. Dashboards show them beside the figures.
CREATE TABLE annotation (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id   integer NOT NULL REFERENCES client ON DELETE CASCADE,
  day         date NOT NULL,
  text        text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
  -- Null if the user was deleted.
  author_id   integer REFERENCES app_user ON DELETE SET NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX annotation_client_day ON annotation (client_id, day);
