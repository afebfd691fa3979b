-- An alert may be about one reader or one organization, by id: whoever may not search for it can still be told about it.
ALTER TABLE alert
  ADD COLUMN subject_reader_id integer,
  ADD COLUMN subject_organisation_id integer,
  ADD CONSTRAINT alert_has_one_subject CHECK (subject_reader_id IS NULL OR subject_organisation_id IS NULL);

-- What a run was about, as its filters.
ALTER TABLE alert_run
  ADD COLUMN subject_reader_id integer,
  ADD COLUMN subject_organisation_id integer;
