-- What areas leave on a page after they were left: one sample per kind of resource.
ALTER TABLE area_sample
  DROP CONSTRAINT area_sample_kind_check,
  ADD CONSTRAINT area_sample_kind_check
    CHECK (kind IN ('load', 'mount', 'fallback', 'failure', 'vital', 'leftover')),
  -- Of a leftover; its value is a number of them.
  ADD COLUMN resource text CHECK (resource IN ('nodes', 'listeners', 'timers'));
-- For the commands that ask whether a version is proven.
CREATE INDEX area_sample_version ON area_sample (area, version, kind);
