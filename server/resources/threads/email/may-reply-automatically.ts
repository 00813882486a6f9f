/** Decides whether a thread's customer may get an automatic reply by mail. */
import type { Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Config } from '../../../config.ts'
import { listPlusForms, toDomainRule } from '../../inboxes/index.ts'
import { isReadByPrograms } from '../../mail/index.ts'
import { findAddressFacts, findMailThread } from './mail-queries.ts'
import { findParticipants } from './participants/participant-queries.ts'

/**
 * Whether the customer may get the reply. True also for a thread whose replies are not mailed. False when the customer has no address, or
 * an address that programs read, that belongs to the tenant or that has a hard bounce, and when an agent removed the customer from the
 * thread.
 */
export async function mayReplyAutomatically(
  db: Queryable,
  config: Pick<Config, 'mail'>,
  key: { tenantId: Uuid; threadId: Uuid },
): Promise<boolean> {
  const { mail } = config
  const thread = await db.first(findMailThread, { ...key, ...toDomainRule(config) })
  if (!thread?.inbox) return true
  const address = thread.customerAddress
  if (address === null || isReadByPrograms(address)) return false
  const forms = listPlusForms(address)
  if (forms.includes(readEmail(mail.from) ?? mail.from)) return false
  const facts = await db.first(findAddressFacts, { tenantId: key.tenantId, addresses: forms })
  if (facts && (facts.own.length > 0 || facts.failed.includes(address))) return false
  const participant = (await db.rows(findParticipants, key)).find((each) => each.address === address)
  return !participant || (participant.verified && !participant.removed)
}
