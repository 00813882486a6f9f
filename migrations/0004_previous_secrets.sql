-- A secret that was rotated out signs on until its own overlap ends, also when the next one is rotated out meanwhile: a list of
-- {"sealed", "until"}, newest first.
alter table webhooks add column previous_secrets jsonb not null default '[]';
update webhooks set previous_secrets = jsonb_build_array(jsonb_build_object('sealed', previous_secret_sealed, 'until', previous_secret_until))
where previous_secret_until > now();
alter table webhooks drop column previous_secret_sealed, drop column previous_secret_until;
