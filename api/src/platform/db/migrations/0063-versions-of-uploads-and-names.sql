-- Figures are kept while the rows that they read are the same. Since 0044 that is so for activities, now for uploads and names as well.
-- The tables are in the order in which an erasure writes them: in another one, both could wait for each other.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webinar_registrant', 'event_registrant', 'newsletter_recipient', 'opportunity', 'opportunity_stage'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions()', name || '_inserted', name);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS replaced NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions()', name || '_updated', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions()', name || '_deleted', name);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION add_version()', name || '_truncated', name);
  END LOOP;
END $$;

-- Each batch of an import tries to add names, and mostly finds them all: only rows that change make another version. The transition
-- table is "changed".
CREATE FUNCTION add_version_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO data_version (table_name, client_id) SELECT TG_TABLE_NAME, 0 WHERE EXISTS (SELECT FROM changed);
  RETURN NULL;
END $$;

-- In the order in which an import writes them. Activities name tags by their ids, so tags have one version in all, too.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['client', 'community', 'document_type', 'newsletter', 'content_topic', 'persona', 'buyers_journey_stage',
    'region', 'country', 'analyst_tag', 'organisation_question'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION add_version_of_rows()', name || '_inserted', name);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION add_version_of_rows()', name || '_updated', name);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION add_version_of_rows()', name || '_deleted', name);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION add_version()', name || '_truncated', name);
  END LOOP;
END $$;
