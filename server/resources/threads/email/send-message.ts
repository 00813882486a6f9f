/**
 * The job that sends the mail of a message.
 *
 * An attempt commits its phase before it continues: STARTED, then DATA before the final dot. A worker that is killed before DATA has sent
 * nothing, so the next attempt is the first. After DATA the result is uncertain: the mail is sent again with the same Message-ID and bytes, at
 * most twice, then people decide. Each recipient is settled on its own, and an accepted one is never offered again.
 */
import {
  type Database,
  type Effects,
  job,
  type NoInput,
  type OutsideContext,
  type Queryable,
  type RunContext,
  toTypeId,
  type Uuid,
} from '../../../kit/index.ts'
import {
  type AttemptResult,
  attemptDelivery,
  composeMessage,
  type MailAttachment,
  getMailRetryDelay,
  getPauseSeconds,
  toReferenceHash,
  writeMailFile,
} from '../../mail/index.ts'
import { inboxSecretPurpose } from '../../inboxes/index.ts'
import { streamUpload } from '../../uploads/index.ts'
import { messageDeliveryChanged } from '../events.ts'
import type { Delivery } from '../messages/message-email-schema.ts'
import { applyAttempt, changeRecipients, failWaiting, findWaiting } from './delivery.ts'
import { deliveredMails } from './measures.ts'
import { findOutgoingServer } from './outgoing-server.ts'
import {
  deleteOldAutomaticReplies,
  deleteOldOutgoing,
  endAttempt,
  enterData,
  insertAlias,
  lockDelivery,
  lockOutgoing,
  type Outgoing,
  readSendAttempts,
  readSendingInbox,
  setDelivery,
  setSending,
  startAttempt,
} from './outgoing-queries.ts'

/** A mail is given up after this time. */
const maxAgeSeconds = 3 * 86_400
/** How often a mail is sent again although the server may have it. */
const maxUncertain = 2
/** The attempt after whose failure `message.delivery_changed` reports that sending is difficult. */
const reportedAttempt = 3
const portion = 500

type Found =
  | { kind: 'gone' }
  | { kind: 'paused'; seconds: number }
  | { kind: 'uncertain' }
  | { kind: 'kept' }
  | { kind: 'attempted'; outgoing: Outgoing; result: AttemptResult }

declare global {
  interface EnqueuedJobs {
    /** The key is the message's id. */
    'send-message': NoInput
  }
}

export const sendMessage = job({
  name: 'send-message',
  description: 'Sends a reply by mail.',
  // The attempts of the mail are counted in its row. These are for failures of the service itself.
  retrySeconds: [5, 30, 120, 600, 1_800, 3_600, 7_200],
  leaseSeconds: 60,
  renewsLease: true,
  outside: attempt,
  run: settle,
  onDead: giveUp,
})

/** Forgets mails after a month: until then people can send them again. */
export const forgetSentMails = job({
  name: 'forget-sent-mails',
  description: 'Deletes what is kept of sent mails for sending them again, after a month.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId }) {
    await tx.rows(deleteOldAutomaticReplies, { tenantId })
    const gone = await tx.rows(deleteOldOutgoing, { tenantId, limit: portion })
    return gone.length === portion ? { againInSeconds: 0 } : undefined
  },
})

type Outside = OutsideContext<NoInput>

async function attempt({ db, tenantId, key: messageId, config, secrets, signal, log }: Outside): Promise<Found> {
  const started = await db.transaction((tx) => start(tx, { tenantId, messageId }))
  if (started.kind !== 'started') return started
  const { outgoing } = started
  const inbox = await db.first(readSendingInbox, { tenantId, inboxId: outgoing.inboxId })
  const server = await findOutgoingServer({ db, config, secrets }, { tenantId, inboxId: outgoing.inboxId }, inbox)
  const key =
    inbox?.email?.dkim && inbox.dkimKey ? { ...inbox.email.dkim, privateKey: secrets.decrypt(inboxSecretPurpose, inbox.dkimKey) } : null
  const bytes = await composeMessage(outgoing.snapshot, listAttachments(config, tenantId, outgoing), key)
  if (server === null) {
    await writeMailFile(config.dataDir, tenantId, messageId, bytes)
    return { kind: 'kept' }
  }
  const mail = { from: outgoing.snapshot.envelopeFrom, recipients: findWaiting(outgoing.delivery), bytes }
  const result = await attemptDelivery(server, mail, { beforeData: () => enter(db, { tenantId, messageId }) }, signal, {
    dataMs: config.mail.dataTimeoutSeconds * 1000,
  })
  if (result.error !== null) log.info({ tenantId, message: messageId, error: result.error }, 'a mail could not be sent')
  return { kind: 'attempted', outgoing, result }
}

async function start(
  tx: Queryable,
  key: { tenantId: Uuid; messageId: Uuid },
): Promise<Exclude<Found, { kind: 'attempted' | 'kept' }> | { kind: 'started'; outgoing: Outgoing }> {
  const outgoing = await tx.first(lockOutgoing, key)
  if (!outgoing || findWaiting(outgoing.delivery).length === 0) return { kind: 'gone' }
  if (outgoing.pausedSeconds > 0) return { kind: 'paused', seconds: outgoing.pausedSeconds }
  if (outgoing.phase === 'DATA' && outgoing.uncertain >= maxUncertain) return { kind: 'uncertain' }
  await tx.rows(startAttempt, key)
  return { kind: 'started', outgoing }
}

/** Commits that the server may have the mail from now on. Throws when the mail was cancelled, so that the final dot is not sent. */
async function enter(db: Database, key: { tenantId: Uuid; messageId: Uuid }): Promise<void> {
  if (!(await db.first(enterData, key))) throw new Error('The mail was cancelled')
}

function listAttachments(config: Outside['config'], tenantId: Uuid, { attachments }: Outgoing): MailAttachment[] {
  const files = (attachments ?? []).filter(({ deleted }) => !deleted)
  return files.map(({ id, filename, contentType, contentId = null }) => {
    return { id: toTypeId('att', id), filename, contentType, contentId, content: () => streamUpload(config, { tenantId, id }) }
  })
}

type Run = RunContext<NoInput, Found>

async function settle({ tx, effects, tenantId, key: messageId, found, config }: Run): Promise<{ againInSeconds: number } | undefined> {
  const key = { tenantId, messageId }
  if (found.kind === 'gone') return undefined
  if (found.kind === 'paused') return { againInSeconds: found.seconds }
  const message = await tx.first(lockDelivery, key)
  // Locked as well, so that a request to cancel or to send again waits.
  const outgoing = await tx.first(lockOutgoing, key)
  if (!message?.delivery || !outgoing) return undefined
  const now = new Date().toISOString()
  const before = message.delivery
  if (found.kind === 'kept') {
    await tx.rows(endAttempt, { ...key, isUncertain: false })
    const kept = changeRecipients(before, now, ({ state }) => (state === 'QUEUED' ? { state: 'KEPT' } : null))
    await change(tx, effects, key, before, { ...kept, attempts: outgoing.attempts, lastError: null })
    return undefined
  }
  if (found.kind === 'uncertain') {
    await change(tx, effects, key, before, { ...failWaiting(before, now, uncertainError), uncertain: true })
    return undefined
  }
  const { result } = found
  await tx.rows(endAttempt, { ...key, isUncertain: result.outcome === 'UNCERTAIN' })
  await noteSending(tx, tenantId, outgoing.inboxId, result)
  const { providerId } = result
  if (providerId !== null) await tx.rows(insertAlias, { ...key, idHash: toReferenceHash(providerId) })
  const isUncertain = before.uncertain || outgoing.uncertain > 0 || result.outcome === 'UNCERTAIN'
  const applied = { ...applyAttempt(before, result, now), attempts: outgoing.attempts, uncertain: isUncertain }
  if (findWaiting(applied).length === 0) {
    await change(tx, effects, key, before, applied)
    return undefined
  }
  const delay = await findDelay(tx, { tenantId, inboxId: outgoing.inboxId }, outgoing, result, config.mail.retrySeconds)
  if (delay === null) {
    await change(tx, effects, key, before, failWaiting(applied, now, result.error ?? 'The mail could not be sent within three days.'))
    return undefined
  }
  await change(tx, effects, key, before, { ...applied, nextAttemptAt: new Date(Date.now() + delay * 1000).toISOString() })
  return { againInSeconds: delay }
}

const uncertainError =
  'The mail server’s response was lost several times. The mail may have arrived; send it again only if the customer has not received it.'

/** Pauses the inbox when the server refuses all its mail, and ends the pause when it accepts one. */
async function noteSending(tx: Queryable, tenantId: Uuid, inboxId: Uuid, { pause, error, recipients }: AttemptResult): Promise<void> {
  const earlier = await tx.first(readSendAttempts, { tenantId, inboxId })
  if (pause === null) {
    const works = recipients.some(({ state }) => state === 'ACCEPTED')
    if (works && earlier?.state !== 'CONNECTED')
      await tx.rows(setSending, { tenantId, inboxId, state: 'CONNECTED', error: null, pauseSeconds: null })
    return
  }
  const state = pause === 'SIGN_IN' ? 'NEEDS_AUTH' : pause === 'THROTTLED' ? 'PAUSED' : 'FAILING'
  const attempts = (earlier?.attempts ?? 0) + 1
  const cause = { code: pause, message: error, at: new Date().toISOString(), attempts }
  await tx.rows(setSending, { tenantId, inboxId, state, error: cause, pauseSeconds: getPauseSeconds(attempts) })
}

/** Returns the seconds until the next attempt, or null when the mail is given up. A pause of the inbox is no failure of the mail. */
async function findDelay(
  tx: Queryable,
  inbox: { tenantId: Uuid; inboxId: Uuid },
  { attempts, ageSeconds }: Outgoing,
  { pause }: AttemptResult,
  retrySeconds: readonly number[],
): Promise<number | null> {
  if (ageSeconds > maxAgeSeconds) return null
  if (pause !== null) return getPauseSeconds((await tx.first(readSendAttempts, inbox))?.attempts ?? 1)
  return getMailRetryDelay(attempts, retrySeconds)
}

async function change(
  tx: Queryable,
  effects: Effects,
  key: { tenantId: Uuid; messageId: Uuid },
  before: Delivery,
  delivery: Delivery,
): Promise<void> {
  const message = await tx.first(setDelivery, { ...key, delivery })
  if (!message) return
  const isReported = delivery.state !== before.state || delivery.attempts === reportedAttempt || hasOtherStates(before, delivery)
  if (isReported) effects.emit(messageDeliveryChanged, key.messageId, message, { delivery: before })
  if (delivery.state !== before.state) {
    deliveredMails.add(delivery.state)
    effects.audit({
      action: 'message.delivery_changed',
      target: { type: 'message', id: key.messageId },
      before: { state: before.state },
      after: { state: delivery.state },
    })
  }
}

function hasOtherStates(before: Delivery, after: Delivery): boolean {
  return after.recipients.some(({ state }, i) => before.recipients[i]?.state !== state)
}

async function giveUp({ tx, effects, tenantId, key: messageId, error }: Omit<Run, 'found'> & { error: string }): Promise<void> {
  const key = { tenantId, messageId }
  const message = await tx.first(lockDelivery, key)
  if (message?.delivery) await change(tx, effects, key, message.delivery, failWaiting(message.delivery, new Date().toISOString(), error))
}
