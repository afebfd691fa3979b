-- Figures of uploads are kept while the rows that they read are the same, as those of activities are since 0044.
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
