import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EmailSettings } from '../../channels/email/settings.ts'

type EmailInboxRow = {
  tenantId: Uuid
  tenant: string
  name: string
  address: string
  email: EmailSettings
  state: string | null
  stateSeconds: number
  error: string | null
  lagSeconds: number | null
}

export const listEmailInboxesOfAll = statement<{ limit: number }, EmailInboxRow>(`/* across tenants: the operator examines all of them */
  select i.tenant_id as "tenantId", t.slug as tenant, i.name, i.address, i.email, c.receive_state as state,
    extract(epoch from now() - c.receive_since)::double precision as "stateSeconds", c.receive_error ->> 'message' as error, c.lag_seconds as "lagSeconds"
  from inboxes i join tenants t on t.tenant_id = i.tenant_id
    left join inbox_connections c on c.tenant_id = i.tenant_id and c.inbox_id = i.id
  where i.active and i.address is not null and i.email is not null and t.status <> 'SUSPENDED'
  order by i.created_at limit :limit::int`)
