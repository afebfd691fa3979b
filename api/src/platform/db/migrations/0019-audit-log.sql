-- The audit log only grows. A refused sign-in has no actor.
ALTER TABLE audit_event ALTER COLUMN actor_id DROP NOT NULL;

CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();

CREATE INDEX audit_event_actor ON audit_event (actor_id, id);
CREATE INDEX audit_event_subject ON audit_event (subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_event_account ON audit_event (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX audit_event_action ON audit_event (action, id);
