-- Recipients and registrants are found by issue and event. Without these, all rows of a client are read for each of them.
CREATE INDEX newsletter_recipient_issue ON newsletter_recipient (client_id, issue);
CREATE INDEX event_registrant_event ON event_registrant (client_id, event);
