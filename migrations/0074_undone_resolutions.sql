-- The time of resolution that a closed thread had before it was reopened. former_resolved_at alone would be replaced when the open thread is
-- resolved and opened again, and closing the thread once more would then show that resolution.
alter table threads add column former_closed_resolved_at timestamptz(3);
