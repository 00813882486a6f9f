/** Stored answers of Idempotency-Keys that show a customer. */
import { type Copies, type Copy, statement, subjectsIn, type Uuid } from '../../kit/index.ts'

type Portion = { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number }

/** The next answers by the hash of their key. A record holds the ids of what it shows. */
export const readAnswers = statement<Portion, Copies<Copy<'record'>>>(`with
portion as materialized (
  select encode(key_hash, 'hex') as key, record from idempotency_keys
  where tenant_id = :tenantId::uuid and key_hash > decode(coalesce(:after::text, ''), 'hex') order by key_hash limit :limit::int),
showing as materialized (select p.key, p.record, ${subjectsIn('p.record::text')} as subjects from portion p)
select case when (select count(*) from portion) = :limit::int then (select max(key) from portion) end as next,
  (select coalesce(json_agg(json_build_object('key', json_build_object('key', key), 'subjects', subjects, 'record', record)), '[]') from showing where subjects is not null) as rows`)

export const writeAnswers = statement<{ tenantId: Uuid; rows: { record: unknown }[] }, object>(`
  update idempotency_keys k set record = r.record
  from json_to_recordset(:rows::json) as r(key text, record json) where k.tenant_id = :tenantId::uuid and k.key_hash = decode(r.key, 'hex')`)
