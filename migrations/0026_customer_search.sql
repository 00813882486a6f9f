-- Customers are found by any part of their name, addresses and external ids.

-- Their words in rows, as server/kit/search/tokenizer.ts makes them: of the name; of address and external id; of the addresses and external
-- ids of those who were merged into them.
alter table customers
  add column name_words text not null default '',
  add column address_words text not null default '',
  add column alias_words text not null default '';

-- Customers of before, nearly as the tokenizer would do it.
update customers c set name_words = w.name_words, address_words = w.address_words
from (
  select tenant_id, id,
    ' ' || btrim(regexp_replace(regexp_replace(lower(normalize(coalesce(name, ''), nfkd)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')) || ' ' as name_words,
    ' ' || regexp_replace(email, '[^[:alnum:]]+', ' ', 'g') || '  ' || lower(regexp_replace(coalesce(external_id, ''), '[^[:alnum:]]+', ' ', 'g')) || ' ' as address_words
  from customers) w
where w.tenant_id = c.tenant_id and w.id = c.id;
update customers t set alias_words = a.words
from (select tenant_id, merged_into, string_agg(address_words, '') as words from customers where merged_into is not null group by 1, 2) a
where a.tenant_id = t.tenant_id and a.merged_into = t.id;

-- The pieces of a row of words that the index holds: each three neighbouring characters, and each beginning of a word. They are hashed
-- together with the tenant, so that an index over all tenants has entries of each apart. What it finds is compared with the words themselves.
create function customer_grams(tenant uuid, words text) returns bigint[] language sql immutable strict parallel safe cost 10000
return (
  select array_agg(hashtextextended(gram collate "C", uuid_hash_extended(tenant, 0)))
  from (
    select substr(words, n, 3) as gram from generate_series(1, length(words) - 2) n
    union all
    select ' ' || left(word, 1) from string_to_table(words, ' ') with ordinality as u(word, n) where n > 1 and word <> '') grams);
create index customers_grams on customers using gin (customer_grams(tenant_id, name_words || address_words || alias_words)) where merged_into is null;
