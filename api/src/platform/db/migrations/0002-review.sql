-- The review of activities: why one is rejected and since when one is approved, who decided, and what was before.

-- Null unless rejected, or approved. Codes: see api/src/engagements/codes.ts.
ALTER TABLE engagement
  ADD COLUMN reject_reason  smallint,
  ADD COLUMN approved_at    timestamptz;

ALTER TABLE engagement_detail
  -- The link that led the reader there, by its id outside.
  ADD COLUMN trackable_url_id  text;

-- What waits for a review, across all clients, newest first.
CREATE INDEX engagement_review ON engagement (status, occurred_at);
-- Who comes back to a document: a decision on the initial activity takes these along.
CREATE INDEX engagement_subsequent ON engagement (reader_id, document_id) WHERE sequence > 1;

CREATE TABLE review_decision (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at               timestamptz NOT NULL DEFAULT now(),
  user_id          integer NOT NULL REFERENCES app_user,
  impersonator_id  integer REFERENCES app_user,
  action           text NOT NULL CHECK (action IN ('Approved', 'Rejected', 'ExcludedAndRejected')),
  -- The filter, or how many were selected.
  selection        jsonb NOT NULL,
  activities       integer NOT NULL DEFAULT 0,
  emails_excluded  integer NOT NULL DEFAULT 0,
  reversed_at      timestamptz,
  reversed_by      integer REFERENCES app_user,
  -- The administrator who acted as the user that reversed it.
  reversed_through integer REFERENCES app_user
);
CREATE INDEX review_decision_at ON review_decision (at);

-- Each activity that a decision changed, as it was before and as it was left. No foreign keys: ten thousand rows
-- come at once, together with their decision, and checking each would double the time.
CREATE TABLE review_decision_activity (
  -- In the order in which the changes of one activity were made, which that of the decisions need not be.
  id                    bigint GENERATED ALWAYS AS IDENTITY,
  decision_id           bigint NOT NULL,
  client_id             integer NOT NULL,
  engagement_id         bigint NOT NULL,
  is_taken_along        boolean NOT NULL,
  status_before         smallint NOT NULL,
  reject_reason_before  smallint,
  approved_at_before    timestamptz,
  status_after          smallint NOT NULL,
  PRIMARY KEY (decision_id, client_id, engagement_id)
);
CREATE INDEX review_decision_activity_history ON review_decision_activity (client_id, engagement_id);

-- E-mails whose later activities arrive rejected, in lower case. Several decisions may exclude the same one; it is
-- excluded until all of them are reversed.
CREATE TABLE excluded_email (
  email        text NOT NULL,
  decision_id  bigint NOT NULL REFERENCES review_decision ON DELETE CASCADE,
  PRIMARY KEY (email, decision_id)
);
