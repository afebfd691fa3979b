-- Which version of the product a process runs, and whether it sends mails. Null in a process of the versions before.
ALTER TABLE process_heartbeat
  ADD COLUMN version     text,
  ADD COLUMN sends_mails boolean;
