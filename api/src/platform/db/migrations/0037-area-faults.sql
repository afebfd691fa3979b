-- What areas replace on a page, and what they still do after they were left.
ALTER TABLE area_sample
  DROP CONSTRAINT area_sample_resource_check,
  ADD CONSTRAINT area_sample_resource_check
    CHECK (resource IN ('nodes', 'listeners', 'timers', 'patched', 'late'));
