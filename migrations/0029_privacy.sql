-- Requests to export or erase what is held of a customer, and the erasure of threads that were closed long ago.
create table privacy_requests (
  tenant_id uuid not null,
  id uuid not null,
  type text not null check (type in ('EXPORT', 'ERASURE', 'RETENTION')),
  mode text check (mode in ('ANONYMIZE', 'DELETE')),
  dry_run boolean not null default false,
  keep_subjects boolean not null default false,
  -- Null for threads that were closed long ago.
  customer_id uuid,
  requested_by uuid,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- Where the work is: the place, and how far in it. It changes in the transaction of each portion.
  place text,
  position text,
  -- How much was found, by place.
  found jsonb not null default '{}',
  -- Addresses of the customer as hashes with the service's key, so that mails to them are found after the addresses are gone.
  address_hashes text[] not null default '{}',
  receipt jsonb,
  error text,
  file jsonb,
  expires_at timestamptz(3),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index privacy_requests_list on privacy_requests (tenant_id, created_at, id);
create index privacy_requests_customer on privacy_requests (tenant_id, customer_id, created_at, id);

-- What a request is about: the customer with those merged into it, the threads, and threads of others that have messages of theirs.
create table privacy_subjects (
  tenant_id uuid not null,
  request_id uuid not null,
  object_id uuid not null,
  kind text not null check (kind in ('CUSTOMER', 'THREAD', 'ELSEWHERE')),
  primary key (tenant_id, request_id, object_id)
);

-- An erased customer is a row without anything personal, which nothing can be added to.
alter table customers add column erased_at timestamptz(3);

-- The thread that a thread was split off, whose customer may not be the author of all its messages.
alter table threads add column split_from uuid;
update threads t set split_from = (a.after ->> 'splitFrom')::uuid from audit_logs a
where a.tenant_id = t.tenant_id and a.target_id = t.id and a.action = 'thread.created' and a.after ->> 'splitFrom' is not null;
create index threads_split on threads (tenant_id, id) where split_from is not null;
-- Closed threads by age, for those that are erased after the tenant's number of days. Merged ones go with their target.
create index threads_closed on threads (tenant_id, closed_at, id) where status = 'closed' and merged_into is null;

-- Of a thread that was deleted the index needs to know the number.
alter table search_marks add column number bigint;
