-- What pages saw of their areas: times, failures, web vitals. Nothing in here is about a person.
CREATE TABLE area_sample (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at       timestamptz NOT NULL DEFAULT now(),
  area     text NOT NULL,
  version  text NOT NULL,
  kind     text NOT NULL CHECK (kind IN ('load', 'mount', 'fallback', 'failure', 'vital')),
  -- Of a failure.
  phase    text CHECK (phase IN ('load', 'mount', 'run', 'unmount')),
  failure  text CHECK (failure IN ('timeout', 'missing', 'error')),
  -- Of a vital.
  vital    text CHECK (vital IN ('LCP', 'INP', 'CLS')),
  -- Milliseconds; the score of CLS.
  value    double precision
);
CREATE INDEX area_sample_at ON area_sample (at);
