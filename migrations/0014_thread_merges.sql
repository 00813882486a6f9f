-- Which threads were merged, and what is needed to take them apart again. A row for each thread that is merged now.
--
-- threads.merged_into is the thread that a source was merged into. When that one is merged in turn, the source stays as it is; root_id alone
-- says where it leads now, so that a message to any source finds its thread in one look-up.
create table thread_merges (
  tenant_id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  root_id uuid not null,
  -- How the source was before.
  status text not null,
  snoozed_until timestamptz(3),
  -- Labels that the target got from this source.
  label_ids uuid[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, source_id)
);
create index thread_merges_root on thread_merges (tenant_id, root_id, target_id, source_id);

-- The threads that a message was merged out of, the first one first; null for those that are where they were written.
alter table messages add column merged_from uuid[];
