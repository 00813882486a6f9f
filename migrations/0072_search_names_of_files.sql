-- Search finds threads by the names of attached files: the index reads the threads of tenants with files again, by number. Until it has, it
-- finds what it found before.
update search_cursors c set built = 0, upto = k.last_public_number
from tenant_counters k
where k.tenant_id = c.tenant_id and c.tenant_id in (select tenant_id from messages where attachments is not null);
