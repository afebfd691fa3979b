-- The words of a name as people type their beginnings: 'zoe pen' finds 'Zoé Peñarrubia'. `wordsOf` in
-- api/src/core/lookups/subject-lookup.ts splits the typed text in the same way. The parser would read 'a.example' and
-- 'x/y' as one word, so punctuation is removed first.
CREATE FUNCTION name_words(value text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  to_tsvector('simple'::regconfig, regexp_replace(fold_text(value), '[!-/:-@\[-`{-~‘’–—]+', ' ', 'g'));

CREATE INDEX reader_name_words ON reader USING gin (name_words(coalesce(first_name, '') || ' ' || coalesce(last_name, '')));
CREATE INDEX organisation_name_words ON organisation USING gin (name_words(name));
