-- Whether push notifications contain the beginning of the message.
alter table tenants add column push_shows_text boolean not null default false;
