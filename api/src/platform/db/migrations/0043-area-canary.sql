-- Versions that some people get in place of the deployed one. They stay after their end, so that a team sees how they ended.
CREATE TABLE area_canary (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  area text NOT NULL,
  version text NOT NULL,
  -- The deployed version that it is compared with. The canary is over once another one is deployed.
  stable text NOT NULL,
  -- Where its files are, as in the registry.
  files jsonb NOT NULL,
  ring text NOT NULL CHECK (ring IN ('staff', 'clients', '5', '25', '50', '100')),
  state text NOT NULL CHECK (state IN ('running', 'paused', 'stopped', 'promoted', 'replaced')),
  is_safe boolean NOT NULL DEFAULT false,
  -- Why the product itself paused, stopped or widened it.
  reason text,
  -- How many of the numbers of people at which it is compared are behind it.
  looks integer NOT NULL DEFAULT 0,
  compared_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz NOT NULL DEFAULT now(),
  started_by text NOT NULL,
  ring_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX area_canary_open ON area_canary (area) WHERE state IN ('running', 'paused');
-- Clients that agreed to get new versions of areas early.
ALTER TABLE client ADD COLUMN early_access boolean NOT NULL DEFAULT false;
