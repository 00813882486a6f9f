-- Lists find a name by the beginning of any of its words, without accents. The expression is foldName of server/kit/name-key.ts.
alter table labels add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table teams add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table inboxes add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table users add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key || ' ' || email, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table views add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table custom_fields add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key || ' ' || key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table business_hours add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table saved_reports add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table kb_collections add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table kb_articles add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(title_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table sla_policies add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(name_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;
alter table canned_responses add column search_key text generated always as (
  ' ' || regexp_replace(translate(replace(replace(replace(regexp_replace(normalize(shortcut_key || ' ' || title_key, NFD), '[\u0300-\u036f]+', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđıð', 'oldid'), '[-_./@,;:()"''’ ]+', ' ', 'g')) stored;

-- Their lists read the names of the tenant, of which there are few thousands.
drop index labels_name_prefix;
drop index teams_name_prefix;
drop index inboxes_name_prefix;
drop index users_name_prefix;
drop index users_email_prefix;
drop index views_name_prefix;
drop index custom_fields_name_prefix;
drop index custom_fields_key_prefix;
drop index business_hours_name_prefix;
drop index saved_reports_by_name;
drop index kb_collections_name_prefix;
drop index kb_articles_title_prefix;
drop index sla_policies_name_prefix;
drop index canned_responses_shortcut_prefix;
drop index canned_responses_title_prefix;
