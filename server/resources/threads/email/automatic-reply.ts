/** Writes the automatic reply of an inbox to the first mail of a thread, as a message of the system. */
import { ApiError, type Effects, newId, type Queryable, type Secrets, systemIdentity, type Uuid } from '../../../kit/index.ts'
import type { Config } from '../../../config.ts'
import { appendToLockedThread, lockCurrentThread, newMessage } from '../messages/append-message.ts'
import { type FrozenMail, freezeMail } from './freeze-mail.ts'
import { insertAutomaticReply } from './outgoing-queries.ts'
import { discardOutgoing, storeOutgoing, toMessageMail } from './store-outgoing.ts'

type Context = {
  readonly tx: Queryable
  readonly effects: Effects
  readonly tenantId: Uuid
  readonly config: Config
  readonly secrets: Secrets
}

type AutomaticReply = {
  readonly threadId: Uuid
  readonly inboxId: Uuid
  readonly address: string
  readonly text: string
  /** Headers that keep other programs from answering. */
  readonly headers: readonly (readonly [string, string])[]
}

/** Returns false and writes nothing when the inbox cannot send, or when the thread was closed. */
export async function writeAutomaticReply(
  context: Context,
  { threadId, inboxId, address, text, headers }: AutomaticReply,
): Promise<boolean> {
  const { tx, effects, tenantId, config, secrets } = context
  const messageId = newId()
  const currentId = await lockCurrentThread(tx, tenantId, threadId)
  const key = { tenantId, threadId: currentId, messageId }
  const content = { body: text, bodyFormat: 'text' } as const
  const input = { to: [address], sendBy: 'EMAIL', fromInboxId: inboxId } as const
  const frozen = await freezeMail(tx, { config, secrets, effects }, key, {
    author: null,
    content,
    input: { ...input, to: [...input.to] },
  }).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  if (!frozen) return false
  const mail = toAutomatic(frozen, headers)
  await storeOutgoing(tx, { tenantId, messageId }, mail)
  const outcome = await appendToLockedThread(
    tx,
    newMessage(systemIdentity(tenantId), currentId, null, {
      messageId,
      body: text,
      bodyFormat: 'text',
      bodyText: text,
      authorType: 'SYSTEM',
      internal: false,
      mail: toMessageMail(mail),
      action: 'thread.replied_automatically',
    }),
  )
  if (!outcome?.record) {
    await discardOutgoing(tx, { tenantId, messageId })
    return false
  }
  await tx.rows(insertAutomaticReply, { tenantId, messageId, threadId: currentId, inboxId, address })
  return true
}

/** The null sender and the headers mark the mail, so that neither servers nor programs answer it. */
function toAutomatic({ email, snapshot, ...mail }: FrozenMail, headers: AutomaticReply['headers']): FrozenMail {
  return {
    ...mail,
    email: { ...email, automatic: 'AUTO_REPLY' },
    snapshot: { ...snapshot, envelopeFrom: '', headers: [...snapshot.headers, ...headers], quoted: null },
  }
}
