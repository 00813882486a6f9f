/** Templates of notification mails. */
import type { Fact, MailContent, Paragraph, TemplateContext } from './content.ts'
import { toLine } from './line.ts'

type Entry = { type: string; count: number }
/** A mail with an unsubscribe URL, which mails enqueued by earlier versions lack. */
type Stoppable = { unsubscribeUrl?: string }
export type NotificationMail = Stoppable & {
  name: string
  threadId: string
  ticketNumber: string
  subject: string
  entries: readonly (Entry & { actorName: string | null; excerpt: string | null })[]
}
export type NotificationDigest = Stoppable & {
  name: string
  /** Whether the digest replaces mails beyond the hourly limit. */
  many: boolean
  threads: readonly { id: string; ticketNumber: string; entries: readonly Entry[] }[]
  /** Ended jobs. Mails from before jobs existed lack them. */
  jobs?: readonly (EndedJob | null)[]
} & Stopped
export type JobsMail = Stoppable & Stopped & { name: string; jobs: readonly (EndedJob | null)[] }
/** Names of rules and webhooks that the service stopped; null for a deleted one. Mails from earlier versions lack them. */
type Stopped = { pausedRules?: readonly (string | null)[]; disabledWebhooks?: readonly (string | null)[] }
type EndedJob = { type: string; state: string; total: number; done: number; failed: number }

/** Maximum number of threads in a digest. */
const maxThreads = 50
/** Maximum number of jobs, rules and webhooks in a mail. */
const maxNamed = 20

const texts: Readonly<Record<string, (actor: string | null, count: number) => string>> = {
  ASSIGNED: (actor) => (actor === null ? 'This thread was assigned to you.' : `${actor} assigned this thread to you.`),
  MENTIONED: (actor) => `${actor ?? 'Someone'} mentioned you.`,
  CUSTOMER_REPLIED: (actor, count) => `${actor ?? 'The customer'} wrote${times(count)}.`,
  NOTE_ADDED: (actor, count) => `${actor ?? 'Someone'} added an internal note${times(count)}.`,
  REOPENED: (actor) => (actor === null ? 'This thread was reopened.' : `${actor} reopened this thread.`),
  TEAM_THREAD: (actor, count) => `${actor ?? 'Someone'} wrote to your team${times(count)}. Nobody has the thread yet.`,
  SLA_WARNING: () => 'Little time is left to meet a service level target.',
  SLA_BREACHED: () => 'A service level target was missed.',
  RATED_LOW: () => 'The customer gave a low rating.',
  RULE: (actor) => (actor === null ? 'A rule has something for you.' : `The rule “${actor}” has something for you.`),
  DELIVERY_FAILED: () => 'A message could not be delivered.',
}
const shortTexts: Readonly<Record<string, string>> = {
  ASSIGNED: 'assigned to you',
  MENTIONED: 'mentioned you',
  CUSTOMER_REPLIED: 'the customer wrote',
  NOTE_ADDED: 'a colleague added a note',
  REOPENED: 'reopened',
  TEAM_THREAD: 'waits in your team',
  SLA_WARNING: 'a target is about to be missed',
  SLA_BREACHED: 'a target was missed',
  RATED_LOW: 'a low rating',
  RULE: 'a rule has something for you',
  DELIVERY_FAILED: 'a message could not be delivered',
}

export function notificationMail(
  { name, threadId, ticketNumber, subject, entries, unsubscribeUrl }: NotificationMail,
  context: TemplateContext,
): MailContent {
  return {
    subject: `${toLine(subject)} (${toLine(ticketNumber)})`,
    heading: toLine(subject),
    reference: toLine(ticketNumber),
    paragraphs: [
      `Hi ${toLine(name)},`,
      ...entries.flatMap(({ type, count, actorName, excerpt }): Paragraph[] => [
        texts[type]?.(actorName === null ? null : toLine(actorName), count) ?? 'Something happened in this thread.',
        ...(excerpt === null || excerpt === '' ? [] : [`“${toLine(excerpt)}”`]),
      ]),
      { link: { label: 'Open the thread', url: context.page(`/inbox/all/${threadId}`, {}) } },
      whyText(context),
    ],
    ...toUnsubscribe(unsubscribeUrl, context),
  }
}

export function jobsMail({ name, jobs, unsubscribeUrl, ...stopped }: JobsMail, context: TemplateContext): MailContent {
  const news = toNews(jobs, stopped)
  const [first = ''] = news
  const many =
    news.length > jobs.length
      ? `${news.length} notifications in ${context.tenant}`
      : `${news.length} of your jobs in ${context.tenant} have ended`
  return {
    subject: news.length === 1 ? first : many,
    paragraphs: [
      `Hi ${toLine(name)},`,
      ...news.slice(0, maxNamed).map((each) => `${each}.`),
      ...(news.length > maxNamed ? [`And ${news.length - maxNamed} more.`] : []),
      { link: { label: 'Open your notifications', url: context.page('/notifications', {}) } },
      whyText(context),
    ],
    ...toUnsubscribe(unsubscribeUrl, context),
  }
}

/** Describes stopped rules and webhooks, which need fixing, then ended jobs. */
function toNews(jobs: readonly (EndedJob | null)[], { pausedRules = [], disabledWebhooks = [] }: Stopped): string[] {
  const rules = pausedRules.map((rule) => `${rule === null ? 'A rule' : `The rule “${toLine(rule)}”`} was paused, because it keeps failing`)
  const webhooks = disabledWebhooks.map(
    (webhook) => `${webhook === null ? 'A webhook' : `The webhook “${toLine(webhook)}”`} was disabled, because its deliveries keep failing`,
  )
  return [...rules, ...webhooks, ...jobs.map(describeJob)]
}

function describeJob(job: EndedJob | null): string {
  if (job === null) return 'A job that you started has ended'
  const { type, state, total, done, failed } = job
  if (type === 'REPORT_REBUILD') return state === 'DONE' ? 'Your reports were rebuilt' : 'Your reports could not be rebuilt'
  if (type === 'MAIL_ROUND_TRIP') return state === 'DONE' ? 'Your test of an inbox ended well' : 'Your test of an inbox failed'
  const changed = `${(done - failed).toLocaleString('en')} of ${total.toLocaleString('en')} threads were changed`
  return state === 'DONE' ? `Your change is done: ${changed}` : `Your change stopped early: ${changed}`
}

export function notificationDigestMail(
  { name, many, threads, jobs = [], unsubscribeUrl, ...stopped }: NotificationDigest,
  context: TemplateContext,
): MailContent {
  const shown = threads.slice(0, maxThreads)
  const rest = threads.length - shown.length
  const facts = shown.map(
    ({ ticketNumber, entries }): Fact => [
      toLine(ticketNumber),
      entries.map(({ type, count }) => `${shortTexts[type] ?? 'news'}${times(count)}`).join(', '),
    ],
  )
  return {
    subject:
      threads.length === 0
        ? `Unread notifications in ${context.tenant}`
        : `${threads.length === 1 ? 'One thread' : `${threads.length} threads`} with unread notifications in ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      many
        ? 'There was so much to tell you that we stopped at 60 emails an hour. This is the rest, in one email.'
        : 'This is what you have not read yet.',
      ...(facts.length === 0 ? [] : [{ facts }]),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
      ...toNews(jobs, stopped)
        .slice(0, maxNamed)
        .map((each) => `${each}.`),
      { link: { label: 'Open your inbox', url: context.page('/inbox/mine', {}) } },
      whyText(context),
    ],
    ...toUnsubscribe(unsubscribeUrl, context),
  }
}

/** Returns the unsubscribe link. Without a one-click URL, `List-Unsubscribe` leads to the settings. */
function toUnsubscribe(url: string | undefined, context: TemplateContext): Pick<MailContent, 'unsubscribe' | 'unsubscribesByPost'> {
  return url === undefined ? { unsubscribe: context.page('/settings/notifications', {}) } : { unsubscribe: url, unsubscribesByPost: true }
}

function times(count: number): string {
  return count > 1 ? ` ${count} times` : ''
}

function whyText(context: TemplateContext): string {
  return `You get this email because of your notification settings in ${context.tenant}.`
}
