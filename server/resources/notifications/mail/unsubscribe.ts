/**
 * Unsubscribes users from notification mails with one click (RFC 8058): each mail has a URL whose token identifies the user. Anybody who
 * has such a mail can stop the user's notification mails, but do nothing else.
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

/** Returns the user whose mails a token stops; null if the token is forged, or its user was deleted. */
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

/** Stops all notification mails, including queued ones. Changes nothing, and writes no audit row, when they are already off. */
export async function stopMails(db: Database, { tenantId, userId }: Owner, request: { ip: string; requestId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    await stopNotificationMails({ tx, effects }, { tenantId, id: userId })
    if (effects.empty) return
    const identity = actorIdentity({ tenantId, userId }, request.ip, request.requestId, null)
    await writeLedger(tx, identity, effects, { status: 200, record: null })
  })
}
