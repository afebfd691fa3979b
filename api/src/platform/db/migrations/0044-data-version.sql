-- Which changes of activities, and of what filters read beside them, a snapshot sees: each statement that changes rows adds
-- a random token in its transaction. The tokens that are visible together are the version. Rows are only added: a
-- counter would make writers wait for each other.
CREATE TABLE data_version (
  table_name text NOT NULL,
  -- 0 for a change that is not of one client.
  client_id integer NOT NULL,
  -- Not a number of a sequence, which a crash or a backup can give out twice.
  token bigint NOT NULL DEFAULT hashtextextended(gen_random_uuid()::text, 0)
);
CREATE INDEX data_version_client ON data_version (table_name, client_id) INCLUDE (token);

CREATE FUNCTION add_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO data_version (table_name, client_id) VALUES (TG_TABLE_NAME, 0);
  RETURN NULL;
END $$;

-- The transition tables are "changed" and, of an update, "replaced".
CREATE FUNCTION add_client_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO data_version (table_name, client_id) SELECT DISTINCT TG_TABLE_NAME, client_id FROM changed;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO data_version (table_name, client_id)
      SELECT TG_TABLE_NAME, client_id FROM (SELECT client_id FROM replaced EXCEPT SELECT client_id FROM changed) AS moved;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER engagement_inserted AFTER INSERT ON engagement REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions();
CREATE TRIGGER engagement_updated AFTER UPDATE ON engagement REFERENCING OLD TABLE AS replaced NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions();
CREATE TRIGGER engagement_deleted AFTER DELETE ON engagement REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions();
CREATE TRIGGER engagement_truncated AFTER TRUNCATE ON engagement
  FOR EACH STATEMENT EXECUTE FUNCTION add_version();

CREATE TRIGGER engagement_detail_inserted AFTER INSERT ON engagement_detail REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions();
CREATE TRIGGER engagement_detail_updated AFTER UPDATE ON engagement_detail REFERENCING OLD TABLE AS replaced NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions();
CREATE TRIGGER engagement_detail_deleted AFTER DELETE ON engagement_detail REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION add_client_versions();
CREATE TRIGGER engagement_detail_truncated AFTER TRUNCATE ON engagement_detail
  FOR EACH STATEMENT EXECUTE FUNCTION add_version();

CREATE TRIGGER document_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON document
  FOR EACH STATEMENT EXECUTE FUNCTION add_version();
CREATE TRIGGER reader_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reader
  FOR EACH STATEMENT EXECUTE FUNCTION add_version();
CREATE TRIGGER organisation_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON organisation
  FOR EACH STATEMENT EXECUTE FUNCTION add_version();
CREATE TRIGGER organisation_answer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON organisation_answer
  FOR EACH STATEMENT EXECUTE FUNCTION add_version();
