-- Readers can also have their data corrected.
ALTER TABLE personal_data_request DROP CONSTRAINT personal_data_request_kind_check;
ALTER TABLE personal_data_request ADD CONSTRAINT personal_data_request_kind_check
  CHECK (kind IN ('export', 'correction', 'erasure'));

-- Events of the audit log that are older than a period can be deleted, by this function only. Nothing can be changed.
CREATE OR REPLACE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('readerlens.prunes_audit', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END $$;

-- Runs as the owner of the table, because the user of the product may not delete events.
CREATE FUNCTION prune_audit_events(before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  deleted integer;
BEGIN
  -- The clock of a worker may be behind that of the database.
  IF before > now() - interval '89 days' THEN
    RAISE EXCEPTION 'The audit log is kept for 90 days at least.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('readerlens.prunes_audit', 'on', true);
  DELETE FROM audit_event WHERE at < before;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  PERFORM set_config('readerlens.prunes_audit', 'off', true);
  RETURN deleted;
END $$;
