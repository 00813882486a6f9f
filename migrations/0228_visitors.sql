-- Visitors of websites who have written. A visitor without messages has no row.
create table visitors (
  tenant_id uuid not null,
  id uuid not null,
  inbox_id uuid not null,
  customer_id uuid not null,
  -- Whether the website has signed who the visitor is.
  verified boolean not null,
  -- What the visitor typed, or what the website signed. An address that was typed proves nothing.
  email text,
  name text,
  locale text,
  -- The page on which the visitor wrote last, if the inbox records pages: never with its query.
  page_path text,
  page_title text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index visitors_of_customer on visitors (tenant_id, customer_id);
create index visitors_of_inbox on visitors (tenant_id, inbox_id);
select keep_no_values('visitors', '{email,name,page_path,page_title}');

-- Sessions that visitors ended before they expired. Tokens of visitors are not stored.
create table ended_visitor_sessions (
  tenant_id uuid not null,
  id uuid not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
