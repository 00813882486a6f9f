-- What a change of a thread replaced, so that a thread which is changed back a moment later is as it was before.

-- The clocks before each of the last changes, the oldest first.
alter table sla_threads add column former jsonb;

-- When the thread was last reopened by a change of its status, and the times that it had before.
alter table threads
  add column reopened_at timestamptz(3),
  add column former_resolved_at timestamptz(3),
  add column former_closed_at timestamptz(3);

-- The status that a merge gave its target, and the status that it replaced; null when the merge did not change it.
alter table thread_merges
  add column target_status text,
  add column target_snoozed_until timestamptz(3),
  add column given_status text,
  add column given_snoozed_until timestamptz(3);
