/** Statements for the threads of merged customers. */
import { statement, type Uuid } from '../../kit/index.ts'

type Key = { tenantId: Uuid; customerId: Uuid }

/** The customer who owns a customer's threads after merges, and the merged customers with threads that the job has not moved yet. */
export const findThreadOwner = statement<Key, { id: Uuid; sources: Uuid[] }>(`
  with holder as materialized (
    select coalesce(merged_into, id) as id from customers where tenant_id = :tenantId::uuid and id = :customerId::uuid)
  select h.id, array(
    select s.id from customers s where s.tenant_id = :tenantId::uuid and s.merged_into = h.id
      and exists (select 1 from threads t where t.tenant_id = :tenantId::uuid and t.customer_id = s.id)) as sources
  from holder h`)

/** Locks the next threads of a customer, and the threads that those were merged into, in the order of their ids. */
export const lockThreadsOfCustomer = statement<Key & { limit: number }, { id: Uuid }>(`
  with own as materialized (
    select id from threads where tenant_id = :tenantId::uuid and customer_id = :customerId::uuid limit :limit::int)
  select t.id from threads t where t.tenant_id = :tenantId::uuid and t.id = any(array(
    select id from own union
    select m.root_id from own join thread_merges m on m.tenant_id = :tenantId::uuid and m.source_id = own.id))
  order by t.id for update of t`)

/** Moves the customer's threads, and the customer's messages in them, to the target customer. */
export const giveThreads = statement<Key & { holderId: Uuid; ids: Uuid[] }, object>(`
  with authored as (
    update messages set author_id = :holderId::uuid where tenant_id = :tenantId::uuid and thread_id = any(:ids::uuid[])
      and author_id = :customerId::uuid and author_type = 'CUSTOMER')
  update threads set customer_id = :holderId::uuid where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) and customer_id = :customerId::uuid`)
