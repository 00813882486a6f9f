/** Statements for a customer's identities, except the primary address in customers.email. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { CustomerRow } from '../queries.ts'

type Key = { tenantId: Uuid; customerId: Uuid }
export type Identity = CustomerRow['identities'][number]

/** Reads the identities of a customer in the form of customers.identities. */
export const readIdentities = statement<Key, { identities: Identity[] }>(`
  select coalesce(json_agg(json_build_object('id', i.id, 'type', i.type, 'value', i.value, 'verified', i.verified, 'inboxId', i.inbox_id,
    'lastSeenAt', i.last_seen_at) order by i.created_at, i.id), '[]') as identities
  from customer_identities i where i.tenant_id = :tenantId::uuid and i.customer_id = :customerId::uuid`)

type NewIdentity = Key & Pick<Identity, 'id' | 'type' | 'value' | 'verified' | 'inboxId' | 'lastSeenAt'>

export const insertIdentity = statement<NewIdentity, object>(`
  insert into customer_identities (tenant_id, id, customer_id, type, value, verified, inbox_id, last_seen_at)
  values (:tenantId::uuid, :id::uuid, :customerId::uuid, :type, :value, :verified::boolean, :inboxId::uuid, :lastSeenAt::timestamptz)`)

/**
 * Finds the customer of an address at a provider: that of the inbox, or else one that was added for all inboxes. A TELEGRAM address of another
 * inbox is the same person.
 */
export const findSenderIdentity = statement<
  { tenantId: Uuid; type: 'EXTERNAL' | 'TELEGRAM'; inboxId: Uuid; value: string },
  { id: Uuid; customerId: Uuid; inboxId: Uuid | null; lastSeenAt: string | null }
>(`
  select i.id, i.customer_id as "customerId", i.inbox_id as "inboxId", i.last_seen_at as "lastSeenAt" from customer_identities i
  where i.tenant_id = :tenantId::uuid and i.type = :type::text and i.value = :value and i.verified
    and (i.inbox_id = :inboxId::uuid or i.inbox_id is null or :type::text = 'TELEGRAM')
  order by i.inbox_id is not distinct from :inboxId::uuid desc, i.inbox_id nulls last limit 1`)

/** Finds the customer of a telephone number. */
export const findPhoneHolder = statement<{ tenantId: Uuid; value: string }, { customerId: Uuid }>(`
  select i.customer_id as "customerId" from customer_identities i
  where i.tenant_id = :tenantId::uuid and i.type = 'PHONE' and i.value = :value and i.inbox_id is null and i.verified`)

export const setLastSeen = statement<Key & { id: Uuid; at: string }, object>(`
  update customer_identities set last_seen_at = :at::timestamptz
  where tenant_id = :tenantId::uuid and customer_id = :customerId::uuid and id = :id::uuid`)

/** Inserts an alias: the row by which a verified address finds its customer. */
export const insertAlias = statement<Key & { id: Uuid; email: string; words: string }, object>(`
  insert into customers (tenant_id, id, email, merged_into, name_words, address_words)
  values (:tenantId::uuid, :id::uuid, :email::text, :customerId::uuid, '', :words::text)`)

/** Returns a row when a customer has the verified identity, or had the address before a merge. */
export const findIdentityHolder = statement<{ tenantId: Uuid } & Pick<Identity, 'type' | 'value'>, { id: Uuid }>(`
  select id from customer_identities where tenant_id = :tenantId::uuid and type = :type::text and value = :value::text and verified
  union all select id from customers where :type::text = 'EMAIL' and tenant_id = :tenantId::uuid and email = :value::text limit 1`)

export const deleteIdentity = statement<Key & { id: Uuid }, object>(
  'delete from customer_identities where tenant_id = :tenantId::uuid and customer_id = :customerId::uuid and id = :id::uuid',
)
export const setIdentityValue = statement<Key & { id: Uuid; value: string }, object>(`
  update customer_identities set value = :value where tenant_id = :tenantId::uuid and customer_id = :customerId::uuid and id = :id::uuid`)

/** Deletes the customer's unverified identity for an address that becomes the primary address. */
export const deleteUnverifiedAddress = statement<Key & { email: string }, object>(`
  delete from customer_identities where tenant_id = :tenantId::uuid and customer_id = :customerId::uuid and type = 'EMAIL' and value = :email::text
    and not verified`)

/**
 * Moves the identities of merged customers to the target, and turns each source's primary address into an identity. Unverified addresses
 * that visitors typed stay as they are.
 */
export const uniteIdentities = statement<
  { tenantId: Uuid; targetId: Uuid; sourceIds: Uuid[]; addresses: { id: Uuid; value: string }[] },
  object
>(`
  with given as (
    update customer_identities set customer_id = :targetId::uuid where tenant_id = :tenantId::uuid and customer_id = any(:sourceIds::uuid[]))
  insert into customer_identities (tenant_id, id, customer_id, type, value, verified)
  select :tenantId::uuid, a.id, :targetId::uuid, 'EMAIL', a.value, true from json_to_recordset(:addresses::json) as a(id uuid, value text)
  on conflict (tenant_id, type, value, inbox_id) where verified do nothing`)
