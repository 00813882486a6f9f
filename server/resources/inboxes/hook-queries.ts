/** Statements on inboxes that tenants' own programs serve, for the operator's commands. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'

/** An inbox that the tenant's own program serves. */
export type StoredHook = { id: Uuid; name: string; hook: HookSettings }

export const listHooks = statement<{ tenantId: Uuid }, StoredHook>(
  `select id, name, hook from inboxes where tenant_id = :tenantId::uuid and hook ->> 'provider' = 'CUSTOM' order by created_at, id`,
)

/** `error` is why the latest attempt to send failed; null while the provider takes messages. */
export type HookOfTenant = { tenant: string; name: string; hook: HookSettings; error: string | null }

/** Lists the oldest active inboxes that tenants' own programs serve. */
export const listHooksOfAll = statement<{ limit: number }, HookOfTenant>(`/* across tenants: the operator examines all of them */
  select t.slug as tenant, i.name, i.hook, case when c.send_state = 'FAILING' then coalesce(c.send_error ->> 'message', '') end as error
  from inboxes i join tenants t on t.tenant_id = i.tenant_id
    left join inbox_connections c on c.tenant_id = i.tenant_id and c.inbox_id = i.id
  where i.active and i.hook ->> 'provider' = 'CUSTOM' and t.status <> 'SUSPENDED'
  order by i.created_at limit :limit::int`)
