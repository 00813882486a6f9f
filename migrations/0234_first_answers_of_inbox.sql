-- The config of a website chat has the median of an inbox's latest first answers.
create index facts_first_answers_of_inbox on facts (tenant_id, inbox_id, at) where kind = 'ANSWERED' and is_first and step is not null;
