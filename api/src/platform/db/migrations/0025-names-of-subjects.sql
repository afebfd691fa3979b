-- What readers, documents and organizations are called wherever they are shown, sorted, searched and looked up.
-- Expressions of more operators would no longer be inlined into fold_text, which makes a search several times slower.
CREATE FUNCTION reader_name(first_name text, last_name text, email text, external_id text, id integer)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), nullif(email, ''),
    nullif(external_id, ''), 'Reader ' || id::text);

CREATE FUNCTION document_name(title text, external_id text, id integer)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  coalesce(nullif(btrim(title), ''), nullif(external_id, ''), 'Document ' || id::text);

CREATE FUNCTION organisation_name(name text, domain text, id integer)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  coalesce(nullif(btrim(name), ''), nullif(domain, ''), 'Organization ' || id::text);

-- The words of an e-mail after the @ are the same for many.
DROP INDEX reader_name_words, organisation_name_words, organisation_name_folded;
CREATE INDEX reader_name_words ON reader
  USING gin (name_words(reader_name(first_name, last_name, split_part(email, '@', 1), external_id, id)));
CREATE INDEX organisation_name_words ON organisation USING gin (name_words(organisation_name(name, domain, id)));
CREATE INDEX organisation_name_folded ON organisation (fold_text(organisation_name(name, domain, id)));
