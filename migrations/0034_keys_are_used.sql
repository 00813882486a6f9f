-- When a key was last used: whether a new one works, and which old one nobody misses.
alter table api_keys add column last_used_at timestamptz(3);
