-- The names of users, teams, inboxes and SLA policies that were deleted, which reports still show.
create table measure_names (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  primary key (tenant_id, id)
);

insert into measure_names (tenant_id, id, name)
select tenant_id, target_id, before ->> 'name' from audit_logs
where action in ('user.deleted', 'team.deleted', 'inbox.deleted', 'sla_policy.deleted') and before ->> 'name' is not null
on conflict do nothing;
