/** Templates of the mails about notifications. */
import type { MailContent, Paragraph, TemplateContext } from './content.ts'
import { toLine } from './line.ts'

type Entry = { type: string; count: number }
export type NotificationMail = {
  name: string
  threadId: string
  ticketNumber: string
  subject: string
  entries: readonly (Entry & { actorName: string | null; excerpt: string | null })[]
}
export type NotificationDigest = {
  name: string
  /** Whether it replaces mails beyond the limit of an hour. */
  many: boolean
  threads: readonly { id: string; ticketNumber: string; entries: readonly Entry[] }[]
}

/** The most threads that a digest names. */
const maxThreads = 50

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
  DELIVERY_FAILED: () => 'A message could not be delivered.',
}
const shortTexts: Readonly<Record<string, string>> = {
  ASSIGNED: 'assigned to you',
  MENTIONED: 'you were mentioned',
  CUSTOMER_REPLIED: 'the customer wrote',
  NOTE_ADDED: 'internal notes',
  REOPENED: 'reopened',
  TEAM_THREAD: 'waits in your team',
  SLA_WARNING: 'a target is about to be missed',
  SLA_BREACHED: 'a target was missed',
  RATED_LOW: 'a low rating',
  DELIVERY_FAILED: 'a message could not be delivered',
}

export function notificationMail(
  { name, threadId, ticketNumber, subject, entries }: NotificationMail,
  context: TemplateContext,
): MailContent {
  return {
    subject: `[${toLine(ticketNumber)}] ${toLine(subject)}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      ...entries.flatMap(({ type, count, actorName, excerpt }): Paragraph[] => [
        texts[type]?.(actorName === null ? null : toLine(actorName), count) ?? 'Something happened in this thread.',
        ...(excerpt === null || excerpt === '' ? [] : [`“${toLine(excerpt)}”`]),
      ]),
      { link: { label: 'Open the thread', url: context.page(`/inbox/all/${threadId}`, {}) } },
      whyText(context),
    ],
    unsubscribe: context.page('/settings/notifications', {}),
  }
}

export function notificationDigestMail({ name, many, threads }: NotificationDigest, context: TemplateContext): MailContent {
  const shown = threads.slice(0, maxThreads)
  const rest = threads.length - shown.length
  return {
    subject: `${threads.length === 1 ? 'One thread' : `${threads.length} threads`} with unread notifications in ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      many
        ? 'There was so much to tell you that we stopped at 60 emails an hour. This is the rest, in one email.'
        : 'This is what you have not read yet.',
      {
        facts: shown.map(({ ticketNumber, entries }) => [
          toLine(ticketNumber),
          entries.map(({ type, count }) => `${shortTexts[type] ?? 'news'}${count > 1 ? ` (${count})` : ''}`).join(', '),
        ]),
      },
      ...(rest > 0 ? [`And ${rest} more.`] : []),
      { link: { label: 'Open your inbox', url: context.page('/inbox/mine', {}) } },
      whyText(context),
    ],
    unsubscribe: context.page('/settings/notifications', {}),
  }
}

function times(count: number): string {
  return count > 1 ? ` ${count} times` : ''
}

function whyText(context: TemplateContext): string {
  return `You get this email because of your notification settings in ${context.tenant}.`
}
