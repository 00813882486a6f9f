/** Announces the end of a request, in the transaction that ends it: an event, an audit row, and a mail to the requester. */
import type { Config } from '../../config.ts'
import type { Queryable } from '#platform/db.ts'
import { createFileLinks } from '#platform/files/file-links.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { covers, limitScopes } from '#platform/principal.ts'
import type { Secrets } from '#platform/secrets.ts'
import { sendMail } from '../mail/index.ts'
import { user } from '../users/index.ts'
import { privacyRequestCompleted } from './events.ts'
import type { RequestRecord } from './queries.ts'
import { customerErasedError, toRequest } from './request.ts'

type CompletionContext = { tx: Queryable; effects: Effects; config: Config; secrets: Secrets; tenantId: Uuid }

export async function announceCompletion(context: CompletionContext, record: RequestRecord): Promise<void> {
  const { effects } = context
  const { id, state } = record
  effects.emit(privacyRequestCompleted, id, record)
  effects.audit({
    action: 'privacy_request.completed',
    target: { type: 'privacy_request', id },
    after: { state, ...toRequest(record).receipt },
  })
  await mailRequester(context, record)
}

/**
 * Mails the requester: the user, or the user of the API key. The link gives access to all data of a customer, so users who were suspended
 * or lost the scope get no mail. The mail itself contains no customer data. Dry runs and retention send no mail.
 */
async function mailRequester({ tx, effects, config, secrets, tenantId }: CompletionContext, record: RequestRecord): Promise<void> {
  if (record.requestedBy === null || record.dryRun) return
  const requester = await tx.first(user.statements.find, { tenantId, id: record.requestedBy })
  if (requester?.status !== 'ACTIVE' || !covers(limitScopes(['admin'], requester.role), 'privacy:admin')) return
  const { mode, receipt, download } = toRequest(record, createFileLinks(config.baseUrl, secrets).of(tenantId))
  const [to, who] = [requester.email, { name: requester.name, requestId: toTypeId('prv', record.id) }]
  if (receipt && mode) sendMail({ effects, secrets }, { to, template: 'privacy-erasure', values: { ...who, mode, ...receipt } })
  else if (download) sendMail({ effects, secrets }, { to, template: 'privacy-export', values: { ...who, ...download } })
  else {
    const [isExport, isErased] = [record.type === 'EXPORT', record.error === customerErasedError]
    sendMail({ effects, secrets }, { to, template: 'privacy-failure', values: { ...who, isExport, isErased } })
  }
}
