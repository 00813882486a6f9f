-- Headers that a webhook's receiver requires, such as the key of a gateway: their names, and one encrypted JSON object with their values.
alter table webhooks add column header_names text[] not null default '{}', add column headers_sealed text;
