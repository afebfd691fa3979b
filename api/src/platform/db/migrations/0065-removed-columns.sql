-- Columns of a reader whose values a correction has removed. Imports leave them empty.
ALTER TABLE reader ADD COLUMN removed_columns text[] NOT NULL DEFAULT '{}';
