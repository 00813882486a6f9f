import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type Tenant = { tenantId: Uuid }
export type CompanyState = 'LOADING' | 'LOADED' | 'REMOVING'
export type CompanyRow = { state: CompanyState; jobId: Uuid }
export type ObjectKind = 'CUSTOMER' | 'THREAD' | 'LABEL' | 'INBOX' | 'USER' | 'COLLECTION' | 'ARTICLE' | 'ERASURE'

export type CompanyCounts = { threads: number; customers: number; users: number; articles: number }

const countSql = (kind: ObjectKind): string => `count(*) filter (where kind = '${kind}')`

export const findCompany = statement<Tenant, CompanyRow & { counts: CompanyCounts }>(`
  select state, job_id as "jobId", (select json_build_object('threads', ${countSql('THREAD')}, 'customers', ${countSql('CUSTOMER')},
    'users', ${countSql('USER')}, 'articles', ${countSql('ARTICLE')}) from sample_objects where tenant_id = :tenantId::uuid) as counts
  from sample_companies where tenant_id = :tenantId::uuid`)

/** Inserts the company. Returns no row if the tenant has one. */
export const insertCompany = statement<Tenant & { jobId: Uuid }, CompanyRow>(`
  insert into sample_companies (tenant_id, state, job_id) values (:tenantId::uuid, 'LOADING', :jobId::uuid)
  on conflict (tenant_id) do nothing returning state, job_id as "jobId"`)

export const lockCompany = statement<Tenant, CompanyRow>(
  'select state, job_id as "jobId" from sample_companies where tenant_id = :tenantId::uuid for update',
)

export const updateCompany = statement<Tenant & CompanyRow, object>(
  'update sample_companies set state = :state, job_id = :jobId::uuid where tenant_id = :tenantId::uuid',
)

export const deleteCompany = statement<Tenant, object>('delete from sample_companies where tenant_id = :tenantId::uuid')

export const findZone = statement<Tenant, { zone: string }>(
  `select coalesce(reporting ->> 'timezone', timezone) as zone from tenants where tenant_id = :tenantId::uuid`,
)

export const insertObjects = statement<Tenant & { kind: ObjectKind; ids: readonly Uuid[] }, object>(`
  insert into sample_objects (tenant_id, kind, id) select :tenantId::uuid, :kind, id from unnest(:ids::uuid[]) as x(id)
  on conflict (tenant_id, kind, id) do nothing`)

export const listObjects = statement<Tenant & { kind: ObjectKind }, { id: Uuid }>(
  'select id from sample_objects where tenant_id = :tenantId::uuid and kind = :kind order by id',
)

export const deleteObjects = statement<Tenant & { kind: ObjectKind; ids: readonly Uuid[] }, object>(
  'delete from sample_objects where tenant_id = :tenantId::uuid and kind = :kind and id = any(:ids::uuid[])',
)

const sampleCustomersSql = `select o.id from sample_objects o where o.tenant_id = :tenantId::uuid and o.kind = 'CUSTOMER'`

/**
 * Finds the customers to erase. An erasure follows merges, and deletes threads with all their messages. So this leaves out customers who were
 * merged with a customer of the tenant, in either direction, and those whose threads have a message of one.
 */
export const findErasableCustomers = statement<Tenant, { id: Uuid }>(`with
  sample as materialized (${sampleCustomersSql}),
  current as materialized (
    select distinct coalesce(c.merged_into, c.id) as id from customers c
    where c.tenant_id = :tenantId::uuid and c.id in (select id from sample) and c.erased_at is null)
  select p.id from current p
  where p.id in (select id from sample)
    and not exists (select 1 from customers c
      where c.tenant_id = :tenantId::uuid and c.merged_into = p.id and c.id not in (select id from sample))
    and not exists (select 1 from threads t join messages m on m.tenant_id = :tenantId::uuid and m.thread_id = t.id
      where t.tenant_id = :tenantId::uuid and t.customer_id = p.id and m.author_type = 'CUSTOMER' and m.author_id is not null
        and m.author_id not in (select id from sample))
  order by p.id`)

/** Notes all threads of customers, also those that users began since. */
export const noteThreadsOfCustomers = statement<Tenant & { customerIds: readonly Uuid[] }, object>(`
  insert into sample_objects (tenant_id, kind, id)
  select :tenantId::uuid, 'THREAD', t.id from threads t where t.tenant_id = :tenantId::uuid and t.customer_id in (
    select c.id from customers c where c.tenant_id = :tenantId::uuid and (c.id = any(:customerIds::uuid[]) or c.merged_into = any(:customerIds::uuid[])))
  on conflict (tenant_id, kind, id) do nothing`)

/** Finds the noted threads that are gone. */
export const findErasedThreads = statement<Tenant, { id: Uuid }>(`
  select o.id from sample_objects o where o.tenant_id = :tenantId::uuid and o.kind = 'THREAD'
    and not exists (select 1 from threads t where t.tenant_id = :tenantId::uuid and t.id = o.id) order by o.id`)

/** Counts the customers of the sample that were not erased. */
export const countKeptCustomers = statement<Tenant, { count: number }>(`
  select count(*)::int as count from customers c where c.tenant_id = :tenantId::uuid and c.id in (${sampleCustomersSql})`)

type NewCustomer = { id: Uuid; email: string; name: string; nameWords: string; addressWords: string; createdAt: string }

/** Inserts the customers whose address is free. */
export const insertCustomers = statement<Tenant & { customers: readonly NewCustomer[] }, { id: Uuid }>(`
  insert into customers (tenant_id, id, email, name, name_words, address_words, created_at, updated_at)
  select :tenantId::uuid, x.id, x.email, x.name, x."nameWords", x."addressWords", x."createdAt", x."createdAt"
  from json_to_recordset(:customers::json) as x(id uuid, email text, name text, "nameWords" text, "addressWords" text, "createdAt" timestamptz)
  on conflict (tenant_id, email) do nothing returning id`)

/** Finds customers of the sample. One of the same address that the tenant had before gets no threads. */
export const findCustomers = statement<Tenant & { emails: readonly string[] }, { id: Uuid; email: string }>(`
  select c.id, c.email from customers c where c.tenant_id = :tenantId::uuid and c.email = any(:emails::text[]) and c.merged_into is null
    and c.erased_at is null and c.id in (${sampleCustomersSql})`)

export const findUsers = statement<Tenant & { emails: readonly string[] }, { id: Uuid; email: string }>(
  'select id, email from users where tenant_id = :tenantId::uuid and email = any(:emails::text[])',
)

/** Finds labels that threads can have, by the keys of their names. */
export const findLabels = statement<Tenant & { keys: readonly string[] }, { id: Uuid; key: string }>(
  'select id, name_key as key from labels where tenant_id = :tenantId::uuid and name_key = any(:keys::text[]) and archived_at is null',
)

/** Returns the requests that have not ended. */
export const findOpenErasures = statement<Tenant, { id: Uuid }>(`
  select r.id from sample_objects o join privacy_requests r on r.tenant_id = :tenantId::uuid and r.id = o.id
  where o.tenant_id = :tenantId::uuid and o.kind = 'ERASURE' and r.state not in ('DONE', 'FAILED') limit 1`)
