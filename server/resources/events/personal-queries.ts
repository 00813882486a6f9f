/** Events that tell of a customer. */
import { type Copies, type Copy, isSubject, statement, type Uuid } from '../../kit/index.ts'

type Portion = { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number }

/**
 * SQL: whether an event `e` tells of the request's customer or threads: of the object itself, or of a message in one of the threads. Not
 * those of messages that other customers wrote there.
 */
export const tellsOfSubject = `${isSubject('e.object_id', `(e.object ->> 'threadId')::uuid`, `(e.object ->> 'customerId')::uuid`, `(e.object ->> 'authorId')::uuid`)}
  and (e.object ->> 'authorType' is distinct from 'CUSTOMER' or e.object ->> 'authorId' is null or ${isSubject(`(e.object ->> 'authorId')::uuid`)}
    or not exists (select 1 from privacy_requests r where r.tenant_id = :tenantId::uuid and r.id = :requestId::uuid and r.type = 'ERASURE'))`

/** The next events in their order. */
export const readEvents = statement<Portion, Copies<Copy<'object' | 'previous'>>>(`with
portion as materialized (
  select * from events where tenant_id = :tenantId::uuid and sequence > coalesce(:after::text, '0')::bigint
  order by sequence limit :limit::int)
select case when (select count(*) from portion) = :limit::int then (select max(sequence) from portion)::text end as next,
  (select coalesce(json_agg(json_build_object('key', json_build_object('sequence', e.sequence), 'subjects', array[e.object_id], 'object', e.object, 'previous', e.previous)
    order by e.sequence), '[]') from portion e where ${tellsOfSubject}) as rows`)

export const writeEvents = statement<{ tenantId: Uuid; rows: { object: unknown; previous: unknown }[] }, object>(`
  update events e set object = r.object, previous = r.previous
  from json_to_recordset(:rows::json) as r(sequence bigint, object json, previous json) where e.tenant_id = :tenantId::uuid and e.sequence = r.sequence`)
