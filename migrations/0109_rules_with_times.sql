-- Enabled rules that run at a time. Tenants without such rules have no row, so looking for what is due costs nothing for them.
create table automation_rule_times (
  tenant_id uuid not null,
  rule_id uuid not null,
  -- When the rule began to run at times. What was due before does not make it run.
  started_at timestamptz(3) not null,
  -- Everything that was due up to this time has been run.
  looked_until timestamptz(3) not null,
  -- A worker that looks moves it, so that others do not look at the same time.
  next_look_at timestamptz(3) not null,
  -- Looks in succession that did not end.
  failures int not null default 0,
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, rule_id) references automation_rules (tenant_id, id) on delete cascade
);
create index automation_rule_times_next on automation_rule_times (next_look_at);
