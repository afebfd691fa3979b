-- A person's saved searches have different names, ignoring case. Of several with one name the oldest keeps it; the others
-- get the next free number: 'Name (2)'.
DO $$
DECLARE
  search record;
  number integer;
  renamed text;
BEGIN
  FOR search IN
    SELECT id, user_id, name FROM (
      SELECT id, user_id, name, created_at,
        row_number() OVER (PARTITION BY user_id, lower(name) ORDER BY created_at, id) AS place
      FROM saved_search) AS placed
    WHERE place > 1 ORDER BY user_id, created_at, id
  LOOP
    number := 1;
    LOOP
      number := number + 1;
      -- Names have at most 60 characters.
      renamed := rtrim(left(search.name, 60 - length(' (' || number || ')'))) || ' (' || number || ')';
      EXIT WHEN NOT EXISTS (
        SELECT FROM saved_search WHERE user_id = search.user_id AND lower(name) = lower(renamed));
    END LOOP;
    UPDATE saved_search SET name = renamed WHERE id = search.id;
  END LOOP;
END $$;

CREATE UNIQUE INDEX saved_search_name ON saved_search (user_id, lower(name));
