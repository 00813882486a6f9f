-- The history of a delivery's attempts, and where a webhook's backlog ends.

-- When the latest attempt began, and the failed ones as the API shows them: at most ten, bounded in bytes. Neither is
-- indexed, and a delivery that succeeds at once keeps no history but its latest attempt.
alter table webhook_deliveries add column attempted_at timestamptz(3), add column failed_attempts jsonb;
-- What was due before this moment waited while the webhook was away.
alter table webhooks add column held_until timestamptz(3);
