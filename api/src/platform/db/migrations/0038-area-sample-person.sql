-- A keyed hash of who reported it, so that one person cannot speak for all. Null for samples from before.
ALTER TABLE area_sample ADD COLUMN person uuid;
