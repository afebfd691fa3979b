-- Time that runs of background work took, by client. Processes of the version before do not fill it.
ALTER TABLE client_cost ADD COLUMN background_seconds double precision NOT NULL DEFAULT 0;
