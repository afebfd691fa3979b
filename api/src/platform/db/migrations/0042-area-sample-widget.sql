-- Which widget of the area a sample is about; null for the area on its own page, as in samples from before.
ALTER TABLE area_sample ADD COLUMN widget text;
