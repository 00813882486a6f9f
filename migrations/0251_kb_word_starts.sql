-- The search of articles finds words by their beginnings, without reading all texts.

-- Returns the index entries of a row of words: a hash of each word's first one, two, three and four letters, and one for the text itself, each
-- with the tenant, so that entries of different tenants are apart. Different pieces may have the same hash, so statements also compare the words.
create function kb_word_starts(tenant uuid, words text) returns bigint[] language sql immutable strict parallel safe cost 10000
return (
  select array_agg(hashtextextended(start collate "C", uuid_hash_extended(tenant, 0)))
  from (
    select '' as start
    union
    select left(word, n) from string_to_table(words, ' ') as u(word) cross join generate_series(1, 4) n where word <> '') starts);

create index kb_texts_word_starts on kb_texts using gin (kb_word_starts(tenant_id, title_words || body_words));
