/** Writes an inbox's automatic reply to a thread's first message, as a system message. */
import { render } from '#kit/variables.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import { findNextOpening } from '../../business-hours/index.ts'
import { findThreadHours } from '../actions/action-queries.ts'
import { readVariableSets } from '../actions/read-variables.ts'
import { lockCurrentThread } from '../messages/append-message.ts'
import { describeDeadline, describeOpening } from './describe-times.ts'
import { freezeAutomaticMail } from './freeze-automatic.ts'
import { hasReachedMailLimit } from './limit-automatic-mail.ts'
import { insertAutomaticReply } from './automatic-queries.ts'
import { getAddress } from '../outgoing/frozen.ts'
import { appendSystemReply } from '../sending/append-system-reply.ts'
import { freezeForChannel } from '../sending/freeze-for-channel.ts'
import type { ThreadRecord } from '../record/queries.ts'
import { fetchThread } from '../record/thread.ts'

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
  /** Address of the customer's mail; null to reply on the channel of the inbox. */
  readonly address: string | null
  /** Texts within and outside business hours; null for no reply. */
  readonly texts: { readonly insideHours: string | null; readonly outsideHours: string | null }
  /** Values of `X-Skein-Loop`. */
  readonly loop: readonly string[]
}

/** Returns false and writes nothing when there is no text for this time, the inbox cannot send, or the thread was closed. */
export async function writeAutomaticReply(context: Context, { threadId, inboxId, address, texts, loop }: AutomaticReply): Promise<boolean> {
  const { tx, effects, tenantId, config, secrets } = context
  const messageId = newId()
  const currentId = await lockCurrentThread(tx, tenantId, threadId)
  const text = await chooseText(tx, tenantId, currentId, texts)
  if (text === null || (await hasReachedMailLimit(tx, config, { tenantId, inboxId }))) return false
  const key = { tenantId, threadId: currentId, messageId }
  const content = { body: text, bodyFormat: 'text' } as const
  const freezing =
    address === null
      ? freezeForChannel(tx, key, { body: { ...content, bodyText: text }, hasFiles: false, input: {} })
      : freezeAutomaticMail(tx, { config, secrets, effects }, key, {
          content,
          input: { to: [address], sendBy: 'EMAIL', fromInboxId: inboxId },
          loop,
        })
  const frozen = await freezing.catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  if (!frozen) return false
  if (!(await appendSystemReply(tx, { ...key, text, action: 'thread.replied_automatically' }, frozen))) return false
  const row = { tenantId, messageId, threadId: currentId, inboxId, address: getAddress(frozen) }
  await tx.rows(insertAutomaticReply, { ...row, source: 'INBOX' })
  return true
}

/** Returns the text for this time, with its variables filled in. */
async function chooseText(
  tx: Queryable,
  tenantId: Uuid,
  threadId: Uuid,
  { insideHours, outsideHours }: AutomaticReply['texts'],
): Promise<string | null> {
  const thread = await fetchThread(tx, { tenantId, id: threadId })
  const { isOpen, fill } = await readAutomaticVariables(tx, tenantId, thread)
  const text = isOpen ? insideHours : outsideHours
  return text === null || !text.includes('{{') ? text : fill(text)
}

/** Returns whether the hours of the thread are open now, and a function that fills in the variables of an automatic reply to it. */
export async function readAutomaticVariables(
  tx: Queryable,
  tenantId: Uuid,
  thread: ThreadRecord,
): Promise<{ isOpen: boolean; fill: (text: string) => string }> {
  const times = await fetchOne(tx, findThreadHours, { tenantId, termsId: thread.sla?.termsId ?? null, teamId: thread.teamId })
  const { hours, now, tenantName } = times
  const opening = hours === null ? now : findNextOpening(hours, now)
  const isOpen = opening !== null && opening <= now
  const { automatic: variables } = await readVariableSets(tx, { tenantId, tenant: { name: tenantName }, user: null }, thread)
  const due = thread.sla?.clocks.find(({ metric, stoppedAt }) => metric === 'FIRST_RESPONSE' && stoppedAt === null)?.dueAt ?? null
  const clock = { now, locale: times.locale, timezone: hours?.timezone ?? times.timezone }
  const expected = {
    'inbox.expectedReplyTime': due !== null && due > now ? describeDeadline(due, clock) : null,
    'inbox.nextOpening': isOpen || opening === null ? null : describeOpening(opening, clock),
  }
  return { isOpen, fill: (text) => render(text, 'text', { ...variables, ...expected }).text }
}
