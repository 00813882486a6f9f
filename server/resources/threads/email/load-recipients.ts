import type { Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import type { Uuid } from '#platform/ids.ts'
import { listPlusForms } from '../../inboxes/index.ts'
import { findAddressFacts, findThreadMails, type MailThread } from './mail-queries.ts'
import { findParticipants } from './participants/participant-queries.ts'
import { chooseRecipients, type DefaultRecipients } from './recipients.ts'

type Key = { tenantId: Uuid; threadId: Uuid }

/** Reads a thread's mails and participants, and chooses the default recipients. `mailFrom` is the sender of system mail. */
export async function loadRecipients(
  db: Queryable,
  key: Key,
  { thread, inReplyToId, mailFrom }: { thread: MailThread; inReplyToId: Uuid | null; mailFrom: string },
): Promise<DefaultRecipients> {
  const mails = await db.rows(findThreadMails, { ...key, inReplyToId })
  const participants = await db.rows(findParticipants, key)
  const named = mails.flatMap(({ email }) => [...(email.from ? [email.from] : []), ...email.replyTo, ...email.to, ...email.cc])
  const forms = new Set(named.flatMap(({ address }) => listPlusForms(address)))
  if (thread.customerAddress !== null) forms.add(thread.customerAddress)
  const facts = await db.first(findAddressFacts, { tenantId: key.tenantId, addresses: [...forms] })
  const own = new Set([...(facts?.own ?? []), readEmail(mailFrom) ?? mailFrom])
  const failed = new Set(facts?.failed)
  return chooseRecipients({
    mails,
    inReplyToId,
    customer: { name: thread.customerName, address: thread.customerAddress },
    participants,
    isOwn: (address) => listPlusForms(address).some((form) => own.has(form)),
    hasFailed: (address) => failed.has(address),
  })
}
