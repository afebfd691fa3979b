-- Uploads of opportunities. Each one is kept with what it changed, so that a number that moved can be explained.
CREATE TABLE opportunity_upload (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id  integer NOT NULL,
  -- Null once the account is deleted.
  user_id    integer REFERENCES app_user ON DELETE SET NULL,
  at         timestamptz NOT NULL,
  -- Null for rows that a program sent.
  file_name  text,
  mode       text NOT NULL,
  rows       integer NOT NULL,
  added      integer NOT NULL,
  changed    integer NOT NULL,
  unchanged  integer NOT NULL,
  removed    integer NOT NULL,
  refused    integer NOT NULL
);
CREATE INDEX opportunity_upload_client ON opportunity_upload (client_id, at DESC, id);

CREATE TABLE opportunity_change (
  upload_id    uuid NOT NULL REFERENCES opportunity_upload ON DELETE CASCADE,
  client_id    integer NOT NULL,
  external_id  text NOT NULL,
  -- The values of the deal, by the names of their columns. Null before it was added or after it was removed.
  before       jsonb,
  after        jsonb,
  PRIMARY KEY (upload_id, external_id)
);

CREATE TABLE opportunity (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id        integer NOT NULL,
  external_id      text NOT NULL,
  name             text,
  account          text NOT NULL,
  -- Of the website or e-mail address, if it is none of a public mail provider.
  domain           text,
  stage            text NOT NULL,
  created_on       date NOT NULL,
  closed_on        date,
  cents            bigint,
  currency         text,
  -- 'none' and 'ambiguous' have no organization.
  organisation_id  integer REFERENCES organisation ON DELETE SET NULL,
  match            text NOT NULL DEFAULT 'none',
  upload_id        uuid REFERENCES opportunity_upload ON DELETE SET NULL,
  UNIQUE (client_id, external_id)
);
CREATE INDEX opportunity_organisation ON opportunity (client_id, organisation_id);
CREATE INDEX opportunity_account ON opportunity (client_id, match_text(account));
-- For accounts that are matched by domain.
CREATE INDEX organisation_domain ON organisation (lower(domain));

-- What the stages of a client mean. A stage without a row has no outcome yet.
CREATE TABLE opportunity_stage (
  client_id  integer NOT NULL,
  stage_key  text NOT NULL,
  outcome    text NOT NULL,
  PRIMARY KEY (client_id, stage_key)
);

-- Accounts that people matched. Later deals of the account follow.
CREATE TABLE opportunity_match (
  client_id        integer NOT NULL,
  account_key      text NOT NULL,
  domain           text NOT NULL,
  organisation_id  integer NOT NULL REFERENCES organisation ON DELETE CASCADE,
  PRIMARY KEY (client_id, account_key, domain)
);
