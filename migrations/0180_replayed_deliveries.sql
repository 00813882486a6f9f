-- Attempts of a delivery before its webhook was last enabled. They do not count towards its limit of ten attempts, so that a delivery whose
-- last attempt disabled the webhook is retried after `enable`.
alter table webhook_deliveries add column attempts_before integer not null default 0;
