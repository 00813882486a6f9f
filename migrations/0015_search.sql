-- The search index of threads (decision 29). Threads are known in it by their public number, which is small and has no gaps.

-- Which threads have a word: in their head (subject, reference, customer) and in their messages. A block is 65,536 numbers; its value is a
-- list of them, two bytes each, or a map of bits. The empty word stands in every thread.
create table search_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  block integer not null,
  head bytea not null,
  body bytea not null,
  primary key (tenant_id, word, block)
) with (fillfactor = 80);
alter table search_words alter column head set storage external, alter column body set storage external;

-- What the index has read: for each thread its head (part is the nil id) and its messages, as rows of words. Phrases are looked for here, and
-- from here follows what to take out of the index when a text changes.
create table search_texts (
  tenant_id uuid not null,
  number bigint not null,
  part uuid not null,
  written_at timestamptz(3) not null,
  words text not null,
  primary key (tenant_id, number, part)
);

-- Threads whose text was changed other than by a new message. Written in the transaction of the change, so that a search asks the thread itself
-- from then on; the worker deletes the marks when it has read the thread anew. Each change has a mark of its own.
create table search_marks (
  tenant_id uuid not null,
  thread_id uuid not null,
  mark uuid not null,
  primary key (tenant_id, thread_id, mark)
);

-- How far the index has followed a tenant's events. Threads that were there before the first look are read in order of their numbers, from
-- built + 1 to upto.
create table search_cursors (
  tenant_id uuid primary key,
  sequence bigint not null,
  built bigint not null,
  upto bigint not null,
  moved_at timestamptz(3) not null
);
