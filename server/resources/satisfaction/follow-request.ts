/** Runs a request from its planning to its end, in a job: sends the mail and the reminder, and expires requests without a rating. */
import { toPlainWords } from '#kit/plain-words.ts'
import { fetchOne, lockRow } from '#kit/write.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { checkBeforeSending, type MailValues, sendMail } from '../mail/index.ts'
import { appendCard, appendSystemMessage, hasReachedMailLimit, lockMergeRoot, recordAutomaticMail } from '../threads/index.ts'
import { readSubject } from './ask.ts'
import { satisfactionRequested } from './events.ts'
import {
  type DueRequest,
  findDue,
  findRecentRequest,
  findSlug,
  lockCustomerOfRequest,
  markReminded,
  markSent,
  requestStatements,
  type RequestRecord,
  type Subject,
} from './queries.ts'
import { audit, cancelRequest, expireRequest, type Writing } from './request.ts'
import type { CancelReason } from './schema.ts'
import { pageUrl, unsubscribePage } from './tokens.ts'
import { getLanguage, words } from './words.ts'

type Context = Pick<RunContext<NoInput, unknown>, 'tx' | 'effects' | 'tenantId' | 'key' | 'config' | 'secrets'>
type Again = { againInSeconds: number } | undefined

declare global {
  interface EnqueuedJobs {
    /** The key is the request's id. */
    'follow-satisfaction-request': NoInput
  }
}

export const followRequest = job({
  name: 'follow-satisfaction-request',
  description: 'Sends the mail of a satisfaction request and its reminder, or asks in the chat, and ends requests without an answer.',
  leaseSeconds: 20,
  run: follow,
})

async function follow(context: Context): Promise<Again> {
  const { tx, effects, tenantId, key: id } = context
  const key = { tenantId, id }
  const found = await tx.first(requestStatements.find, key)
  if (!found) return undefined
  if (found.state === 'PLANNED') {
    // Lock order of all writers: customer, thread, request.
    await tx.rows(lockCustomerOfRequest, key)
    await lockMergeRoot(tx, { tenantId, id: found.threadId })
  }
  const current = await lockRow(tx, requestStatements, key)
  if (!current) return undefined
  const due = await fetchOne(tx, findDue, key)
  const writing = { tx, effects, tenantId }
  if (current.state === 'PLANNED') return due.sendIn > 0 ? { againInSeconds: due.sendIn } : send(context, writing, current, due)
  if (current.state !== 'SENT') return undefined
  if (due.expiresIn !== null && due.expiresIn <= 0) return void (await expireRequest(writing, current))
  if (due.remindIn !== null && due.remindIn <= 0) return remind(context, writing, current, due)
  return untilNext(due)
}

function untilNext({ remindIn, expiresIn }: DueRequest): Again {
  return { againInSeconds: Math.max(0, Math.min(remindIn ?? Infinity, expiresIn ?? 0)) }
}

/** Sends a request that is due, unless the thread or the customer has changed. */
async function send(context: Context, writing: Writing, current: RequestRecord, due: DueRequest): Promise<Again> {
  const { tx, effects, tenantId } = writing
  const key = { tenantId, id: current.id }
  const subject = await readSubject(writing, current.threadId)
  const reason = await findReason(writing, current, due, subject)
  if (!subject || reason !== null) return void (await cancelRequest(writing, current, reason ?? 'ERASED'))
  const isChat = current.channel === 'CHAT'
  if (!isChat && (await isLimited(context, subject, due))) return { againInSeconds: limitedSeconds }
  if (isChat && !(await writeCard(writing, current))) return void (await cancelRequest(writing, current, 'NO_ADDRESS'))
  const remindAfterDays = isChat ? null : subject.settings.remindAfterDays
  await tx.rows(markSent, { ...key, expiresAfterDays: due.expiresAfterDays, remindAfterDays })
  const record = await fetchOne(tx, requestStatements.find, key)
  effects.emit(satisfactionRequested, record.id, record, { state: current.state })
  audit(effects, record, 'sent', { state: current.state }, { state: record.state, sentAt: record.sentAt })
  if (!isChat) {
    const { language, question } = await mailTo(context, subject, record, due.seed, { isReminder: false })
    const text = words[language].asked(question)
    await appendSystemMessage(tx, { tenantId, threadId: record.threadId, text, action: 'thread.satisfaction_requested' })
  }
  return untilNext(await fetchOne(tx, findDue, key))
}

/** Writes the question into the chat. Returns false if no visitor reads the thread any more, or if it is closed. */
async function writeCard({ tx, tenantId }: Writing, { threadId, question }: RequestRecord): Promise<boolean> {
  const { locale } = await fetchOne(tx, findSlug, { tenantId })
  const text = question ?? words[getLanguage(locale)].question
  return appendCard(tx, { tenantId, threadId, text, parts: [{ kind: 'RATING' }], action: 'thread.satisfaction_requested' })
}

async function remind(context: Context, { tx, effects, tenantId }: Writing, current: RequestRecord, due: DueRequest): Promise<Again> {
  const key = { tenantId, id: current.id }
  const subject = await readSubject({ tx, tenantId }, current.threadId)
  const canRemind = findChange(subject, current, due) === null
  if (subject && canRemind && (await isLimited(context, subject, due))) return { againInSeconds: limitedSeconds }
  await tx.rows(markReminded, key)
  const record = await fetchOne(tx, requestStatements.find, key)
  if (subject && canRemind) await mailTo(context, subject, record, due.seed, { isReminder: true })
  audit(effects, record, canRemind ? 'reminded' : 'not_reminded', null, { remindedAt: record.remindedAt })
  return untilNext(await fetchOne(tx, findDue, key))
}

async function mailTo(
  { tx, effects, secrets, config, tenantId }: Context,
  { email, customerName, ticketNumber, subject, inboxId, replyTo }: Subject,
  { id, threadId, scale, question: chosen }: RequestRecord,
  seed: Buffer,
  { isReminder }: { isReminder: boolean },
) {
  const { slug, locale } = await fetchOne(tx, findSlug, { tenantId })
  const language = getLanguage(locale)
  const question = chosen ?? words[language].question
  const url = pageUrl(config, secrets, { tenantId, id, seed, slug })
  const unsubscribeUrl = url + unsubscribePage
  const values = {
    requestId: id,
    // Anybody may have written this name in place of the customer.
    name: customerName === null ? null : toPlainWords(customerName),
    ticketNumber,
    subject: toPlainWords(subject),
    question,
    scale,
    url,
    unsubscribeUrl,
    language,
    isReminder,
    replyTo,
  }
  if (email !== null) {
    sendMail({ effects, secrets }, { to: email, template: 'rating', about: threadId, values })
    await recordAutomaticMail(tx, { tenantId, messageId: id, threadId, inboxId, address: email, source: 'SATISFACTION' })
  }
  return { language, question }
}

/** Seconds until a request checks again whether its inbox may send automatic mail. */
const limitedSeconds = 600

/** True while the inbox has reached its limit of automatic mail, which does not apply to requests that a person made by hand. */
async function isLimited({ tx, config, tenantId }: Context, { inboxId }: Subject, { planned, byRule }: DueRequest): Promise<boolean> {
  return (planned || byRule) && (await hasReachedMailLimit(tx, config, { tenantId, inboxId }))
}

checkBeforeSending('rating', findAddress)

/**
 * Returns the customer's current address, right before a request's mail is sent; null if the customer must no longer get it. Then cancels
 * the request, unless the mail is a reminder: the customer has had the first mail, and can still rate.
 */
async function findAddress(
  writing: Writing,
  { requestId, isReminder }: MailValues['rating'],
  { to }: { to: string },
): Promise<string | null> {
  if (requestId === undefined) return to
  const key = { tenantId: writing.tenantId, id: requestId }
  const current = await lockRow(writing.tx, requestStatements, key)
  if (current?.state !== 'SENT') return null
  const subject = await readSubject(writing, current.threadId)
  const reason = findChange(subject, current, await fetchOne(writing.tx, findDue, key))
  if (reason !== null && !isReminder) await cancelRequest(writing, current, reason)
  return reason === null && subject ? subject.email : null
}

/** Returns the reason for cancelling a due request; null to send it. Only requests by hand and by macros ignore the settings. */
async function findReason(
  { tx, tenantId }: Writing,
  current: RequestRecord,
  due: DueRequest,
  subject: Subject | null,
): Promise<CancelReason | null> {
  const change = findChange(subject, current, due)
  if (!subject || change !== null || !(due.planned || due.byRule)) return change
  const { enabled, exceptLabelIds, minDaysBetween } = subject.settings
  if (!enabled) return 'DISABLED'
  if (subject.labelIds.some((label: Uuid) => exceptLabelIds.includes(label))) return 'LABEL'
  const recent = { tenantId, id: current.id, customerId: subject.customerId, days: minDaysBetween }
  return minDaysBetween > 0 && (await tx.first(findRecentRequest, recent)) ? 'ASKED_RECENTLY' : null
}

/** Returns the change since the request was created that forbids its mails; null if there is none. */
function findChange(subject: Subject | null, current: RequestRecord, due: DueRequest): CancelReason | null {
  if (!subject) return 'ERASED'
  return findObstacle(subject, current) ?? (isResolvedEpisode(subject, current, due) ? null : 'REOPENED')
}

/**
 * Returns the reason why the customer can no longer be asked at all, or null. The mail must not go to a customer to whom the thread was
 * reassigned: its links would change the settings of the customer in the request.
 */
function findObstacle({ customerId, isMerged, isErased, isOptedOut, email, isChat }: Subject, asked: RequestRecord): CancelReason | null {
  if (isMerged) return 'MERGED'
  if (customerId !== asked.customerId) return 'CUSTOMER_CHANGED'
  if (isErased) return 'ERASED'
  if (isOptedOut) return 'OPTED_OUT'
  return (asked.channel === 'CHAT' ? isChat : email !== null) ? null : 'NO_ADDRESS'
}

/** Whether the thread is still resolved and was not reopened. Requests by hand and by rules are for any thread. */
function isResolvedEpisode({ status, episode }: Subject, current: RequestRecord, { planned }: DueRequest): boolean {
  return !planned || (episode === current.episode && (status === 'resolved' || status === 'closed'))
}
