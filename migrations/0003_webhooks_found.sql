-- Tests reach a paused or disabled webhook too: they are found among what it holds back, however much that is.
create index webhook_deliveries_tests on webhook_deliveries (tenant_id, webhook_id, next_attempt_at) where test and next_attempt_at is not null;
-- The few that the service has disabled.
create index webhooks_disabled on webhooks (tenant_id) where status = 'DISABLED';
