-- The filter `eventId` of the lists of deliveries.
create index webhook_deliveries_event on webhook_deliveries (tenant_id, event_id, created_at, id);
