-- An account list can have a rule instead of organizations: those with at least as many engagements among the activities of the
-- client that match its filters, at most the first ones. Who belongs to it is computed for each viewer.
ALTER TABLE account_list
  -- As the filter model has them; terms with id and name.
  ADD COLUMN filters             jsonb,
  -- Activity types; none means all.
  ADD COLUMN indices             text[],
  ADD COLUMN least_engagements   integer CHECK (least_engagements >= 1),
  ADD COLUMN most_organizations  integer CHECK (most_organizations >= 1),
  ADD CONSTRAINT account_list_rule CHECK (num_nonnulls(filters, indices, least_engagements) IN (0, 3)
    AND (filters IS NOT NULL OR most_organizations IS NULL));
