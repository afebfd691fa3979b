-- Reminders of forms that nobody works on.
ALTER TABLE onboarding_form
  -- Days without activity until a reminder; 0 for none. Forms that were sent before have none.
  ADD COLUMN reminder_days     smallint NOT NULL DEFAULT 0,
  -- When somebody last changed anything in the form, its files and content included.
  ADD COLUMN last_activity_at  timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN reminders_sent    smallint NOT NULL DEFAULT 0,
  ADD COLUMN reminded_at       timestamptz;
UPDATE onboarding_form SET last_activity_at = updated_at;
CREATE INDEX onboarding_form_reminders ON onboarding_form (expires_at)
  WHERE submitted_at IS NULL AND reminder_days > 0;
