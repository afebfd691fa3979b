-- Since when an activity can be seen: the latest of its own date, its import and its approval. Whatever puts an activity
-- into a counted status sets it to the time of its transaction, so that a reader who goes by it meets the activity even
-- if it is old. Two transactions may commit in another order than their times: go back by the longest one.

-- The table is rewritten once, indexes included. An UPDATE would leave a dead row for each and double its size.
ALTER TABLE engagement
  ADD COLUMN available_at timestamptz NOT NULL GENERATED ALWAYS AS (greatest(occurred_at, approved_at)) STORED;
ALTER TABLE engagement
  ALTER COLUMN available_at DROP EXPRESSION,
  ALTER COLUMN available_at SET DEFAULT now();

CREATE INDEX engagement_available ON engagement (client_id, available_at, id);

-- Dashboards read the covering index alone, which takes the visibility map that only a vacuum writes.
-- After the commit: VACUUM (ANALYZE) engagement
