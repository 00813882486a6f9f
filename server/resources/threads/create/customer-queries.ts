/** Statements on the threads of merged customers, and on the customer of a new thread. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type Key = { tenantId: Uuid; customerId: Uuid }

/** Finds the merge target that owns a customer's threads, and the merged customers whose threads the job has not moved yet. */
export const findThreadOwner = statement<Key, { id: Uuid; sources: Uuid[] }>(`
  with holder as materialized (
    select coalesce(merged_into, id) as id from customers where tenant_id = :tenantId::uuid and id = :customerId::uuid)
  select h.id, array(
    select s.id from customers s where s.tenant_id = :tenantId::uuid and s.merged_into = h.id
      and exists (select 1 from threads t where t.tenant_id = :tenantId::uuid and t.customer_id = s.id)) as sources
  from holder h`)

/** Locks the next threads of a customer, and their merge targets, in id order. */
export const lockThreadsOfCustomer = statement<Key & { limit: number }, { id: Uuid }>(`
  with own as materialized (
    select id from threads where tenant_id = :tenantId::uuid and customer_id = :customerId::uuid limit :limit::int)
  select t.id from threads t where t.tenant_id = :tenantId::uuid and t.id = any(array(
    select id from own union
    select m.root_id from own join thread_merges m on m.tenant_id = :tenantId::uuid and m.source_id = own.id))
  order by t.id for update of t`)

/** Moves the customer's threads, and the customer's messages in them, to the merge target. */
export const giveThreads = statement<Key & { holderId: Uuid; ids: Uuid[] }, object>(`
  with authored as (
    update messages set author_id = :holderId::uuid where tenant_id = :tenantId::uuid and thread_id = any(:ids::uuid[])
      and author_id = :customerId::uuid and author_type = 'CUSTOMER')
  update threads set customer_id = :holderId::uuid where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) and customer_id = :customerId::uuid`)

/**
 * A step of `insertThread`. Finds the customer, or the target if the customer was merged; creates or renames the customer of a requester.
 * Loops when another request has created, renamed or merged the customer since the read. If the customer is being merged right now, the
 * thread is shown as the target's, and a job moves it (merged-customers.ts).
 */
export const customerStep = `loop
    if :email is not null then
      select * into c from customers where tenant_id = :tenantId and email = :email;
    else
      select * into c from customers where tenant_id = :tenantId and id = :customerId and erased_at is null;
    end if;
    if c.merged_into is not null then
      select * into c from customers where tenant_id = :tenantId and id = c.merged_into;
    end if;
    if c.id is null then
      if :email is null then return json_build_object('customerMissing', true); end if;
      insert into customers (tenant_id, id, email, name, name_words, address_words)
        values (:tenantId, :newCustomerId, :email, :name, :nameWords, :addressWords)
        on conflict (tenant_id, email) do nothing returning * into c;
      is_new := found;
      exit when is_new;
    elsif :name is null or c.name is not distinct from :name then exit;
    else
      former_name := c.name;
      update customers set name = :name, name_words = :nameWords, updated_at = greatest(now(), updated_at), version = version + 1
        where tenant_id = :tenantId and id = c.id and merged_into is null and name is not distinct from former_name returning * into c;
      is_renamed := found;
      exit when is_renamed;
    end if;
  end loop;`
