-- While it has its only row, no worker starts what reaches people or other programs: scheduled runs, mails and webhook
-- messages. It belongs to no client, so there is no client_id.
CREATE TABLE delivery_hold (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- For display, as a sentence.
  reason   text NOT NULL,
  held_at  timestamptz NOT NULL DEFAULT now()
);
