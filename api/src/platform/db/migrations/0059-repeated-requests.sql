-- Null for what a command repeats after a restore: nobody asked again, or the account of then is newer than the backup.
ALTER TABLE personal_data_request ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE reader_restriction ALTER COLUMN user_id DROP NOT NULL;
