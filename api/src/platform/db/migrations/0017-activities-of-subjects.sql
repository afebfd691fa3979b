-- The activities of one reader or one organization are a small part of a client's: without these, a dashboard about
-- one of them reads all activities of all clients of a person.
CREATE INDEX engagement_reader ON engagement (client_id, reader_id, occurred_at);
CREATE INDEX engagement_organisation ON engagement (client_id, organisation_id, occurred_at);
