-- Searches that people keep, what their filter panels start from, and short links.

CREATE TABLE saved_search (
  -- Never the same as the id of a user: some calls take both in either order.
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id      integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name         text NOT NULL,
  description  text NOT NULL DEFAULT '',
  is_default   boolean NOT NULL DEFAULT false,
  -- As the filter model has them; terms with id and name.
  filters      jsonb NOT NULL,
  -- Activity types; none means all.
  indices      text[] NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   integer REFERENCES app_user ON DELETE SET NULL,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   integer REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX saved_search_user ON saved_search (user_id);
CREATE UNIQUE INDEX saved_search_default ON saved_search (user_id) WHERE is_default;

CREATE TABLE default_filters (
  user_id     integer PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  filters     jsonb NOT NULL,
  indices     text[] NOT NULL DEFAULT '{}',
  updated_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE permalink (
  -- From a hash of what it leads to.
  id          text PRIMARY KEY,
  path        text NOT NULL,
  search      text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);
