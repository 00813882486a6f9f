/**
 * One-click ends of the mails about notifications (RFC 8058): a URL in each mail, whose token names the user. Whoever has a mail of a user can
 * stop these mails, and nothing else.
 */
import type { Config } from '../../../config.ts'
import { tokenKind } from '#kit/tokens.ts'
import type { Database } from '#platform/db.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { actorIdentity } from '#platform/outbox/write-identity.ts'
import type { Secrets } from '#platform/secrets.ts'
import { stopNotificationMails } from '../../users/index.ts'
import type { Owner } from '../queries.ts'
import { findMailed, type MailedUser } from './mail-queries.ts'

/** Path below BASE_URL. */
export const unsubscribePath = '/unsubscribe/'

const tokens = (secrets: Pick<Secrets, 'derive'>) => tokenKind(secrets, 'svcn')

export function unsubscribeUrl(
  { config: { baseUrl }, secrets }: { config: Pick<Config, 'baseUrl'>; secrets: Pick<Secrets, 'derive'> },
  { tenantId, userId }: Owner,
): string {
  const token = tokens(secrets).make({ tenantId, id: userId, number: 0 })
  return `${baseUrl.href.replace(/\/$/, '')}${unsubscribePath}${token}`
}

/** Returns whose mails a token stops; null if it is no token of this service, or its user was deleted. */
export async function findUnsubscriber(
  { db, secrets }: { db: Database; secrets: Pick<Secrets, 'derive'> },
  token: string,
): Promise<(Owner & MailedUser) | null> {
  const kind = tokens(secrets)
  const content = kind.read(token)
  if (!content || !kind.proves(token, content)) return null
  const owner = { tenantId: content.tenantId, userId: content.id }
  const found = await db.first(findMailed, owner)
  return found && { ...owner, ...found }
}

/** Stops all mails about notifications, those that wait included. Nothing changes, and no audit row is written, when there are none. */
export async function stopMails(db: Database, { tenantId, userId }: Owner, request: { ip: string; requestId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    await stopNotificationMails({ tx, effects }, { tenantId, id: userId })
    if (effects.empty) return
    const identity = actorIdentity({ tenantId, userId }, request.ip, request.requestId, null)
    await writeLedger(tx, identity, effects, { status: 200, record: null })
  })
}
