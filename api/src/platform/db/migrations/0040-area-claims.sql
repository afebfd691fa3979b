-- Claims of areas, 'area:ID:NAME'. The registry says which exist, so the database does not check them.
ALTER TABLE app_user ADD COLUMN area_claims text[] NOT NULL DEFAULT '{}';
