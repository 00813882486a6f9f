-- The language of the dashboard that a person has chosen. Null: the language of their browser.
alter table user_preferences add column language text check (language in ('en', 'de'));
