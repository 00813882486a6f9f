-- The automatic reply outside business hours, in place of auto_reply.
alter table inboxes add column auto_reply_outside_hours text;
