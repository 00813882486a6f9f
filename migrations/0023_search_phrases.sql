-- Phrases in the search index: rows of neighbouring words stand beside words where their parts are common (kit/search/grams.ts).
alter table search_words add column common boolean not null default false;

-- The index is written anew, with them; until then searches find what it has read again.
truncate search_words, search_texts, search_marks, search_cursors;
