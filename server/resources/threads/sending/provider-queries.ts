/** Statements that read what a provider needs for a reply. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { HookSettings } from '../../../channels/hook-settings.ts'
import type { InboxTypeName } from '../../../channels/index.ts'
import type { WidgetSettings } from '../../../channels/widget/settings.ts'
import { customerJoin, hasAddressSql } from '../../customers/index.ts'

type Key = { tenantId: Uuid; threadId: Uuid }

/** SQL: seconds since the customer's latest message in a thread; null if the customer has not written. */
const customerSilenceSql = (thread: string): string => `(select extract(epoch from now() - m.created_at)::double precision from messages m
    where m.tenant_id = :tenantId::uuid and m.thread_id = ${thread} and m.author_type = 'CUSTOMER' and not m.internal order by m.created_at desc limit 1)`

export type ThreadInbox = {
  inboxId: Uuid
  type: InboxTypeName
  hook: HookSettings | null
  widget: WidgetSettings | null
  /** Where the thread takes place; null if it did not begin on the inbox's channel. */
  conversationAddress: string | null
}

/** Reads the inbox of a thread or its merge root, and where that takes place. */
export const findThreadInbox = statement<Key, ThreadInbox>(`
  select i.id as "inboxId", i.type, i.hook, i.widget, v.address as "conversationAddress" from threads t
    join inboxes i on i.tenant_id = :tenantId::uuid and i.id = t.inbox_id
    left join thread_conversations v on v.tenant_id = :tenantId::uuid and v.thread_id = t.id and v.inbox_id = t.inbox_id
  where t.tenant_id = :tenantId::uuid and t.id = coalesce(
    (select g.root_id from thread_merges g where g.tenant_id = :tenantId::uuid and g.source_id = :threadId::uuid), :threadId::uuid)`)

export type ProviderThread = {
  inboxId: Uuid
  inboxType: InboxTypeName
  hook: HookSettings
  customerId: Uuid
  name: string | null
  /** Null for a customer without an address. */
  email: string | null
  phone: string | null
  externalId: string | null
  /** The customer's latest address at this inbox; null if it is not known. */
  identity: string | null
  /** Where the thread takes place, or the newest of those that were merged into it. */
  conversation: { key: string | null; address: string } | null
  secondsSinceCustomer: number | null
}

/** Reads a thread of an inbox with a provider. */
export const findProviderThread = statement<Key, ProviderThread>(`
  select i.id as "inboxId", i.type as "inboxType", i.hook, c.id as "customerId", c.name, case when ${hasAddressSql('c.email')} then c.email end as email,
    c.external_id as "externalId", ${customerSilenceSql('t.id')} as "secondsSinceCustomer",
    (select n.value from customer_identities n where n.tenant_id = :tenantId::uuid and n.customer_id = c.id and n.type = 'PHONE'
      order by n.last_seen_at desc nulls last, n.created_at desc limit 1) as phone,
    (select n.value from customer_identities n where n.tenant_id = :tenantId::uuid and n.customer_id = c.id and n.inbox_id = t.inbox_id
      order by n.last_seen_at desc nulls last, n.created_at desc limit 1) as identity,
    (select json_build_object('key', v.conversation_key, 'address', v.address) from thread_conversations v
      where v.tenant_id = :tenantId::uuid and v.inbox_id = t.inbox_id and (v.thread_id = t.id or v.thread_id = any(array(
        select g.source_id from thread_merges g where g.tenant_id = :tenantId::uuid and g.root_id = t.id)))
      order by (v.thread_id = t.id) desc, v.created_at desc limit 1) as conversation
  from threads t ${customerJoin('t.customer_id')} join inboxes i on i.tenant_id = :tenantId::uuid and i.id = t.inbox_id
  where t.tenant_id = :tenantId::uuid and t.id = :threadId::uuid and i.hook is not null`)

/** Reads what an attempt needs: the inbox's current settings, and for how long the customer has been silent. */
export const findAttemptedInbox = statement<
  { tenantId: Uuid; messageId: Uuid; inboxId: Uuid },
  { hook: HookSettings | null; secondsSinceCustomer: number | null }
>(`
  select i.hook, ${customerSilenceSql('w.thread_id')} as "secondsSinceCustomer"
  from messages w join inboxes i on i.tenant_id = :tenantId::uuid and i.id = :inboxId::uuid
  where w.tenant_id = :tenantId::uuid and w.id = :messageId::uuid and w.channel is not null`)
