/** Waiting mails, whoever they are for. */
import { statement, type Uuid } from '../../kit/index.ts'
import { lowestId } from '../../kit/privacy/subjects.ts'
import type { WaitingMail } from './send-mail.ts'

export const waitingMails = statement<
  { tenantId: Uuid; name: string; after: Uuid | null; limit: number },
  { id: Uuid; input: WaitingMail }
>(`
  select id, input from jobs where tenant_id = :tenantId::uuid and name = :name and id > coalesce(:after::uuid, ${lowestId}) order by id limit :limit::int`)

export const deleteMails = statement<{ tenantId: Uuid; name: string; ids: Uuid[] }, object>(
  'delete from jobs where tenant_id = :tenantId::uuid and name = :name and id = any(:ids::uuid[])',
)
