-- PostgreSQL cannot publish an unlogged table, so Citus could not move the shards of a distributed database while it is in use.

alter table thread_presence set logged;
