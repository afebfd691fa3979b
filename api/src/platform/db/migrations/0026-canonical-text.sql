-- Text is stored, matched and searched in one form: decision 36. The functions are those of shared-contract/src/text.ts,
-- where their reasons are.

CREATE FUNCTION canonical_line(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN value ~ '^([!-~]+( [!-~]+)*)?$' THEN value
  ELSE normalize(regexp_replace(regexp_replace(regexp_replace(normalize(value, NFC),
    '[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]'
      || '|(?<!\U0001f3f4[\U000e0000-\U000e007f]{0,16})[\U000e0000-\U000e007f]'
      || '|(?<![^\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0080-\U000e00ff\U000e01f0-\U000e0fff\u180e\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0000-\U000e007f\U000e0100-\U000e01ef \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t-\r\u0085\u2028\u2029])[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]'
      || '|(?<![\u0600-\u0dff\u0f00-\u109f\u1780-\u180a\u1810-\u18af\u1900-\u1c4f\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f][\u0300-\u036f\u1dc0-\u1dff]{0,4})(?!(?<=[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff][\ufe0f\U0001f3fb-\U0001f3ff]{0,2})\u200d[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])[\u180e\u200c\u200d]', '', 'g'),
    '[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'),
    '^[\t-\r \u2028\u2029]+|[\t-\r \u2028\u2029]+$', '', 'g'), NFC)
  END;

CREATE FUNCTION canonical_paragraphs(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  btrim((SELECT string_agg(CASE text WHEN '' THEN '' ELSE regexp_replace(
      substring(line FROM '^[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*'), '[^\t]', ' ', 'g') || text END,
      chr(10) ORDER BY place)
    FROM regexp_split_to_table(value, '\r\n|[\n\v\f\r\u0085\u2028\u2029]') WITH ORDINALITY AS split (line, place),
      canonical_line(replace(line, chr(9), ' ')) AS text), chr(9) || chr(10) || ' ');

CREATE FUNCTION match_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN octet_length(value) = char_length(value) THEN replace(lower(value), '`', '''')
  ELSE normalize(lower(regexp_replace(regexp_replace(regexp_replace(
    normalize(translate(value, U&'\00b4\0384\1fbd\1fbf\1ffd\1ffe\0130', '''''''''''''i'), NFKC),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[`\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c]', '''', 'g'),
    '[\u02d7\u058a\u05be\u1806\u2010-\u2015\u2043\u2212\u2e3a\u2e3b]', '-', 'g')), NFC)
  END;

-- Most text is ASCII, which needs only lower().
CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN octet_length(value) = char_length(value) THEN replace(lower(value), '`', '''')
  ELSE normalize(replace(replace(replace(replace(translate(lower(regexp_replace(regexp_replace(regexp_replace(
    normalize(translate(value, U&'\00b4\0384\1fbd\1fbf\1ffd\1ffe', ''''''''''''''), NFKD),
    '[\u0300-\u036f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[`\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c]', '''', 'g'),
    '[\u02d7\u058a\u05be\u1806\u2010-\u2015\u2043\u2212\u2e3a\u2e3b]', '-', 'g')),
    'łøđħŧıðς', 'lodhtidσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC)
  END;

-- Folded text has only one kind of dash and of apostrophe.
CREATE OR REPLACE FUNCTION name_words(value text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  to_tsvector('simple'::regconfig, regexp_replace(fold_text(value), '[!-/:-@\[-`{-~]+', ' ', 'g'));

DROP INDEX reader_email_folded, reader_name_words, organisation_name_folded, organisation_name_words, organisation_name,
  client_name_folded, saved_search_name;

-- Lines from before they were checked can have breaks and marks of direction.
CREATE FUNCTION clean_line(value text) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  canonical_line(regexp_replace(regexp_replace(value, '[\t-\r\u0085\u2028\u2029]', ' ', 'g'),
    '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'));

-- Unique names. One that becomes equal to another gets the next free number, 'Name (2)': only people can decide whether both
-- records are the same.
DO $$
DECLARE
  place record;
  item record;
  number integer;
  renamed text;
  is_taken boolean;
BEGIN
  FOR place IN
    SELECT 'analyst_tag' AS name, 'client_id' AS owner UNION ALL
    SELECT unnest('{business_group, client, community, content_topic, country, document_type, newsletter, persona, region,
      service_offering}'::text[]), '1'
  LOOP
    FOR item IN EXECUTE format('SELECT id::integer, clean_line(name) AS name, %s AS owner FROM %I
      WHERE clean_line(name) NOT IN (name, '''') ORDER BY id', place.owner, place.name)
    LOOP
      number := 1;
      renamed := item.name;
      LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE name = $1 AND %s = $2)', place.name, place.owner)
          INTO is_taken USING renamed, item.owner;
        EXIT WHEN NOT is_taken;
        number := number + 1;
        renamed := item.name || ' (' || number || ')';
      END LOOP;
      EXECUTE format('UPDATE %I SET name = $1 WHERE id = $2', place.name) USING renamed, item.id;
    END LOOP;
  END LOOP;
END $$;

-- Other texts. One of which nothing can be seen becomes null where that is possible, and else stays as it is.
DO $$
DECLARE
  place record;
BEGIN
  FOR place IN
    SELECT c.table_name, c.column_name, t.form, c.is_nullable = 'YES' AS is_nullable
    FROM (VALUES
      ('clean_line', 'app_user', '{first_name, last_name}'),
      ('clean_line', 'reader', '{first_name, last_name, title, company, phone, address, city, state}'),
      ('clean_line', 'organisation', '{name}'),
      ('clean_line', 'document', '{title}'),
      ('clean_line', 'saved_search', '{name}'),
      ('clean_line', 'alert', '{name}'),
      ('clean_line', 'alert_run', '{name}'),
      ('clean_line', 'activity_report_config', '{first_name, last_name}'),
      ('clean_line', 'activity_report_run', '{first_name, last_name}'),
      ('canonical_paragraphs', 'saved_search', '{description}'),
      ('canonical_paragraphs', 'alert', '{description}'),
      ('canonical_paragraphs', 'alert_run', '{description}'),
      ('canonical_paragraphs', 'annotation', '{text}'),
      ('canonical_paragraphs', 'engagement_detail', '{specifics_text}')
    ) AS t (form, table_name, columns)
    JOIN information_schema.columns AS c ON c.table_schema = current_schema() AND c.table_name = t.table_name
      AND c.column_name = ANY(t.columns::text[])
  LOOP
    EXECUTE format('UPDATE %1$I SET %2$I = coalesce(nullif(%3$I(%2$I), ''''), %4$s)
      WHERE %2$I !~ ''^([!-~]+( [!-~]+)*)?$'' AND %3$I(%2$I) <> %2$I',
      place.table_name, place.column_name, place.form,
      CASE WHEN place.is_nullable THEN 'NULL' ELSE quote_ident(place.column_name) END);
  END LOOP;
END $$;

DROP FUNCTION clean_line;

-- The saved searches of a person have names that look different. Of several that look the same the oldest keeps it.
DO $$
DECLARE
  search record;
  number integer;
  renamed text;
BEGIN
  FOR search IN
    SELECT id, user_id, name FROM (
      SELECT id, user_id, name, created_at,
        row_number() OVER (PARTITION BY user_id, match_text(name) ORDER BY created_at, id) AS place
      FROM saved_search) AS placed
    WHERE place > 1 ORDER BY user_id, created_at, id
  LOOP
    number := 1;
    LOOP
      number := number + 1;
      -- Names have at most 60 characters.
      renamed := rtrim(left(search.name, 60 - length(' (' || number || ')'))) || ' (' || number || ')';
      EXIT WHEN NOT EXISTS (
        SELECT FROM saved_search WHERE user_id = search.user_id AND match_text(name) = match_text(renamed));
    END LOOP;
    UPDATE saved_search SET name = renamed WHERE id = search.id;
  END LOOP;
END $$;

CREATE INDEX reader_email_folded ON reader (fold_text(email));
CREATE INDEX reader_name_words ON reader
  USING gin (name_words(reader_name(first_name, last_name, split_part(email, '@', 1), external_id, id)));
CREATE INDEX organisation_name_matched ON organisation (match_text(name));
CREATE INDEX organisation_name_folded ON organisation (fold_text(organisation_name(name, domain, id)));
CREATE INDEX organisation_name_words ON organisation USING gin (name_words(organisation_name(name, domain, id)));
CREATE INDEX client_name_folded ON client (fold_text(name) text_pattern_ops);
CREATE UNIQUE INDEX saved_search_name ON saved_search (user_id, match_text(name));

-- The new indexes have no statistics.
-- After the commit: VACUUM (ANALYZE) reader, organisation, document, client, engagement_detail
