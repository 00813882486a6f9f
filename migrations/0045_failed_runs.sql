-- Runs that failed are kept, with the reason that the provider gave.

alter table ai_runs add column failure text;
