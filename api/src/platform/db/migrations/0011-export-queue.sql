-- How many exports go before one that waits for a slot.
ALTER TABLE export_progress ADD COLUMN waiting integer NOT NULL DEFAULT 0;
