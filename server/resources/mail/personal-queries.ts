/** Waiting mails, whoever they are for. */
import { isSubject, lowestId, statement, type Uuid } from '../../kit/index.ts'
import type { WaitingMail } from './send-mail.ts'

export const waitingMails = statement<
  { tenantId: Uuid; requestId: Uuid; name: string; after: Uuid | null; limit: number },
  { id: Uuid; input: WaitingMail; isAbout: boolean }
>(`
  select id, input, ${isSubject("(input ->> 'about')::uuid")} as "isAbout" from jobs where tenant_id = :tenantId::uuid and name = :name and id > coalesce(:after::uuid, ${lowestId}) order by id limit :limit::int`)

export const deleteMails = statement<{ tenantId: Uuid; name: string; ids: Uuid[] }, object>(
  'delete from jobs where tenant_id = :tenantId::uuid and name = :name and id = any(:ids::uuid[])',
)

/** Those of the ids that are of the request. */
export const subjectsAmong = statement<{ tenantId: Uuid; requestId: Uuid; ids: Uuid[] }, { id: Uuid }>(`
  select w.id from unnest(:ids::uuid[]) as w(id) where ${isSubject('w.id')}`)
