-- The language models of tenants.
alter table tenants
  add column ai_url text,
  add column ai_model text,
  add column ai_key_sealed text,
  add column ai_timeout_seconds integer not null default 12,
  add column ai_tokens_per_day bigint,
  add column ai_at_once integer not null default 4;
