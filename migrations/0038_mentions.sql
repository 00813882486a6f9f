-- Whom an internal note mentions. Null for the messages that mention nobody, which are most: they store nothing for it.
alter table messages add column mentions uuid[];
