/** Texts for the parts of rules and runs. A name that a newer service adds falls back to its API name. */
import type { AutomationRun, RuleTrigger } from '@skein/client'
import { lazily, message, t, type Message } from '../../texts/texts.ts'
import type { Tone } from '../../ui/badge.tsx'
import { formatDuration } from '../../ui/duration.ts'
import { CircleCheck, CircleDashed, CirclePause, CircleX, Clock, RotateCcw, type IconType } from '../../ui/icons.ts'

export type RuleEventType = NonNullable<RuleTrigger['events']>[number]
export type RuleMoment = NonNullable<RuleTrigger['since']>

/** Events as clauses after *When*, with the menu heading for each. */
export const eventWords: Readonly<Record<string, { clause: Message; group: Message }>> = {
  'message.created': { clause: message('a message arrives'), group: message('Messages') },
  'thread.created': { clause: message('a thread is created'), group: message('Threads') },
  'thread.status_changed': { clause: message('the status changes'), group: message('Threads') },
  'thread.assigned': { clause: message('the assignee or team changes'), group: message('Threads') },
  'thread.priority_changed': { clause: message('the priority changes'), group: message('Threads') },
  'thread.labels_changed': { clause: message('the labels change'), group: message('Threads') },
  'thread.updated': { clause: message('the subject, inbox or fields change'), group: message('Threads') },
  'thread.snoozed': { clause: message('a thread is snoozed'), group: message('Threads') },
  'thread.unsnoozed': { clause: message('a snooze ends'), group: message('Threads') },
  'thread.participants_changed': { clause: message('someone joins or leaves the conversation'), group: message('Threads') },
  'thread.merged': { clause: message('a thread is merged'), group: message('Threads') },
  'thread.unmerged': { clause: message('a merge is undone'), group: message('Threads') },
  'sla.warning': { clause: message('a response target is close'), group: message('Response targets') },
  'sla.breached': { clause: message('a response target is missed'), group: message('Response targets') },
  'sla.met': { clause: message('a response target is met'), group: message('Response targets') },
  'satisfaction.answered': { clause: message('a customer rates your help'), group: message('Satisfaction') },
  'meeting.scheduled': { clause: message('a meeting is scheduled'), group: message('Meetings') },
  'meeting.updated': { clause: message('a meeting changes'), group: message('Meetings') },
  'meeting.cancelled': { clause: message('a meeting is cancelled'), group: message('Meetings') },
}

export const nameEvent = (type: string): string => {
  const words = eventWords[type]
  return words ? t(words.clause) : type
}

/** Points in time as clauses after *since*. */
export const momentWords: Readonly<Record<RuleMoment, Message>> = {
  WAITING: message('the customer started waiting'),
  CREATED: message('the thread was created'),
  LAST_MESSAGE: message('the last message'),
  STATUS: message('the status last changed'),
  ASSIGNED: message('it was assigned'),
  SNOOZE_ENDED: message('the snooze ended'),
  SLA_DUE: message('the response target was due'),
}

/** Fields whose changes a rule can match. */
export const changeWords: Readonly<Record<string, Message>> = {
  status: message('Status'),
  priority: message('Priority'),
  assigneeId: message('Assignee'),
  teamId: message('Team'),
  inboxId: message('Inbox'),
  labels: message('Labels'),
}

/** The same fields, as they appear within a clause. */
export const changeClauses: Readonly<Record<string, Message>> = {
  status: message('the status'),
  priority: message('the priority'),
  assigneeId: message('the assignee'),
  teamId: message('the team'),
  inboxId: message('the inbox'),
  labels: message('the labels'),
}

type Outcome = AutomationRun['outcome']

export const outcomeWords = lazily(
  (): Readonly<Record<Outcome, { name: string; tone: Tone; icon: IconType }>> => ({
    APPLIED: { name: t('Done'), tone: 'good', icon: CircleCheck },
    NO_EFFECT: { name: t('Nothing to change'), tone: 'plain', icon: CircleDashed },
    STALE: { name: t('No longer fitted'), tone: 'plain', icon: Clock },
    LOOP_GUARD: { name: t('Stopped a loop'), tone: 'warn', icon: RotateCcw },
    LIMITED: { name: t('Held back'), tone: 'warn', icon: CirclePause },
    FAILED: { name: t('Failed'), tone: 'bad', icon: CircleX },
  }),
)

export const guardWords: Readonly<Record<string, Message>> = {
  ANCESTRY: message('This rule caused the event itself.'),
  DEPTH: message('Five rules in a row already reacted to each other.'),
  THREAD_CHANGES: message('Rules changed this thread 50 times within an hour.'),
  AUTOMATIC_MESSAGE: message('The message was automatic, and we don’t reply to those.'),
  RECIPIENT: message('The customer’s email address can’t get automatic emails.'),
  NOT_ASKED: message('The customer hasn’t just written, so there’s nothing to reply to.'),
  REPLY_INTERVAL: message('This rule replied within the last 24 hours, and the customer hasn’t written since.'),
  MAILS_PER_DAY: message('The customer already got as many automatic emails today as you allow.'),
}

/** Describes a time trigger as a clause after *When*. */
export function describeTime({ since, afterMinutes = 0 }: RuleTrigger): string {
  if (since === undefined) return t('some time has passed')
  const duration = formatDuration(Math.abs(afterMinutes), 'minutes')
  if (since === 'SLA_DUE' && afterMinutes < 0) return t('a response target is due in {duration}', { duration })
  if (afterMinutes === 0 && since === 'SLA_DUE') return t('a response target is due')
  return t('it’s been {duration} since {moment}', { duration, moment: t(momentWords[since]) })
}
