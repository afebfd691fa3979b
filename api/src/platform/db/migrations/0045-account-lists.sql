-- Named lists of organizations, which filters name by their ids. A list belongs to one client and is private to its owner or
-- shared with everyone who sees the client.
CREATE TABLE account_list (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id   integer NOT NULL REFERENCES client ON DELETE CASCADE,
  owner_id    integer NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name        text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  is_shared   boolean NOT NULL DEFAULT false,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX account_list_own_name ON account_list (client_id, owner_id, match_text(name));
CREATE UNIQUE INDEX account_list_shared_name ON account_list (client_id, match_text(name)) WHERE is_shared;
CREATE INDEX account_list_owner ON account_list (owner_id);

CREATE TABLE account_list_organisation (
  client_id        integer NOT NULL REFERENCES client ON DELETE CASCADE,
  list_id          uuid NOT NULL REFERENCES account_list ON DELETE CASCADE,
  organisation_id  integer NOT NULL REFERENCES organisation ON DELETE CASCADE,
  PRIMARY KEY (list_id, organisation_id)
);
CREATE INDEX account_list_organisation_organisation ON account_list_organisation (organisation_id);
CREATE INDEX account_list_organisation_client ON account_list_organisation (client_id);
