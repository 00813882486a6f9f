/** What is told when a request is over: an event, an audit row, and a mail to the person who asked. All in the transaction that ends it. */
import type { Config } from '../../config.ts'
import { covers, createFileLinks, type Effects, type Queryable, scopesWithin, type Secrets, toTypeId, type Uuid } from '../../kit/index.ts'
import { sendMail } from '../mail/index.ts'
import { user } from '../users/index.ts'
import { privacyRequestCompleted } from './events.ts'
import type { RequestRecord } from './queries.ts'
import { erasedMeanwhile, toRequest } from './request.ts'

type Ending = { tx: Queryable; effects: Effects; config: Config; secrets: Secrets; tenantId: Uuid }

export async function tellCompleted(ending: Ending, record: RequestRecord): Promise<void> {
  const { effects } = ending
  const { id, state } = record
  effects.emit(privacyRequestCompleted, id, record)
  effects.audit({
    action: 'privacy_request.completed',
    target: { type: 'privacy_request', id },
    after: { state, ...toRequest(record).receipt },
  })
  await mailAsker(ending, record)
}

/**
 * To the person who asked, or whose key did, if they could still ask: the link opens everything that is held of a customer, and whoever was
 * suspended or has another role since shall not get it. Nothing in the mail is of the customer. Dry runs and the retention send none.
 */
async function mailAsker({ tx, effects, config, secrets, tenantId }: Ending, record: RequestRecord): Promise<void> {
  if (record.requestedBy === null || record.dryRun) return
  const asker = await tx.first(user.statements.find, { tenantId, id: record.requestedBy })
  if (asker?.status !== 'ACTIVE' || !covers(scopesWithin(['admin'], asker.role), 'privacy:admin')) return
  const { mode, receipt, download } = toRequest(record, createFileLinks(config.baseUrl, secrets).of(tenantId))
  const [to, who] = [asker.email, { name: asker.name, requestId: toTypeId('prv', record.id) }]
  if (receipt && mode) sendMail({ effects, secrets }, { to, template: 'privacy-erasure', values: { ...who, mode, ...receipt } })
  else if (download) sendMail({ effects, secrets }, { to, template: 'privacy-export', values: { ...who, ...download } })
  else {
    const [isExport, isErased] = [record.type === 'EXPORT', record.error === erasedMeanwhile]
    sendMail({ effects, secrets }, { to, template: 'privacy-failure', values: { ...who, isExport, isErased } })
  }
}
