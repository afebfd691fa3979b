-- Text as searches and sort orders compare it: lower case, without accents. `fold` in shared-filters/src/model/text.ts is
-- the same function. Most text is ASCII, which needs only lower().
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN octet_length(value) = char_length(value) THEN lower(value)
  ELSE normalize(regexp_replace(normalize(
    replace(replace(replace(replace(translate(lower(value), 'łøđħŧıðς', 'lodhtidσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFD), '[\u0300-\u036F]', '', 'g'), NFC)
  END;

CREATE INDEX reader_email_folded ON reader (fold_text(email));
CREATE INDEX organisation_name_folded ON organisation (fold_text(name));
DROP INDEX client_name;
CREATE INDEX client_name_folded ON client (fold_text(name) text_pattern_ops);
