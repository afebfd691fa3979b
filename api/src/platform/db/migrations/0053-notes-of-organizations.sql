-- A note can be about one organization. Its page shows it; other pages show notes about the client as a whole only.
ALTER TABLE annotation ADD COLUMN organisation_id integer REFERENCES organisation ON DELETE CASCADE;
