import type { Brand } from '#kit/brand.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { InboxTypeName } from '../../../channels/index.ts'
import type { WidgetSettings } from '../../../channels/widget/settings.ts'

type WidgetInboxRow = {
  tenantId: Uuid
  inboxId: Uuid
  name: string
  type: InboxTypeName
  address: string | null
  active: boolean
  isSuspended: boolean
  tenantName: string
  brand: Brand
  slug: string
  locale: string
  teamId: Uuid | null
  widget: WidgetSettings | null
}

export const findWidgetInbox = statement<{ inboxId: Uuid }, WidgetInboxRow>(`/* across tenants: the key of a website chat names no tenant */
  select i.tenant_id as "tenantId", i.id as "inboxId", i.name, i.type, i.address, i.active, t.status = 'SUSPENDED' as "isSuspended",
    t.name as "tenantName", t.brand, t.slug, t.locale, i.team_id as "teamId", i.widget
  from inboxes i join tenants t on t.tenant_id = i.tenant_id where i.id = :inboxId::uuid limit 1`)
