/** Describes a notification in one line. */
import type { Notification, NotificationType } from '@skein/client'
import { plural, t } from '../../texts/texts.ts'
import {
  AtSign,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  Lock,
  Reply,
  RotateCcw,
  TriangleAlert,
  UserRoundPlus,
  Users,
  Workflow,
  type IconType,
} from '../../ui/icons.ts'

export const typeIcons: Readonly<Record<NotificationType, { icon: IconType; look: string }>> = {
  MENTIONED: { icon: AtSign, look: 'bg-tint text-accent' },
  ASSIGNED: { icon: UserRoundPlus, look: 'bg-tint text-accent' },
  CUSTOMER_REPLIED: { icon: Reply, look: 'bg-hover text-text-2' },
  NOTE_ADDED: { icon: Lock, look: 'bg-hover text-text-2' },
  REOPENED: { icon: RotateCcw, look: 'bg-hover text-text-2' },
  TEAM_THREAD: { icon: Users, look: 'bg-hover text-text-2' },
  SLA_WARNING: { icon: Clock, look: 'bg-warning-tint text-warning' },
  SLA_BREACHED: { icon: TriangleAlert, look: 'bg-danger-tint text-danger' },
  RATED_LOW: { icon: TriangleAlert, look: 'bg-warning-tint text-warning' },
  RULE: { icon: Workflow, look: 'bg-tint text-accent' },
  RULE_PAUSED: { icon: CirclePause, look: 'bg-danger-tint text-danger' },
  WEBHOOK_DISABLED: { icon: CirclePause, look: 'bg-danger-tint text-danger' },
  DELIVERY_FAILED: { icon: CircleX, look: 'bg-danger-tint text-danger' },
  JOB_DONE: { icon: CircleCheck, look: 'bg-hover text-text-2' },
}

/** Returns the icon of a notification. A job that failed looks like a failure. */
export function getIcon({ type, job }: Pick<Notification, 'type' | 'job'>): { icon: IconType; look: string } {
  return type === 'JOB_DONE' && job?.state === 'FAILED' ? { icon: CircleX, look: 'bg-danger-tint text-danger' } : typeIcons[type]
}

type Described = Pick<Notification, 'type' | 'actor' | 'count' | 'job' | 'excerpt'>

export function describeNotification({ type, actor, count, job, excerpt }: Described): string {
  const name = actor?.name ?? t('Someone')
  const isOne = count === 1
  switch (type) {
    case 'MENTIONED':
      return isOne ? t('{name} mentioned you', { name }) : plural(count, '{count} mention of you', '{count} mentions of you')
    case 'ASSIGNED':
      return t('{name} assigned this to you', { name })
    case 'CUSTOMER_REPLIED':
      return isOne
        ? t('{name} replied', { name })
        : plural(count, '{count} new message from {name}', '{count} new messages from {name}', { name })
    case 'NOTE_ADDED':
      return isOne ? t('{name} added a note', { name }) : plural(count, '{count} new note', '{count} new notes')
    case 'REOPENED':
      return t('{name} reopened this', { name })
    case 'TEAM_THREAD':
      return isOne ? t('New for your team') : plural(count, '{count} new message for your team', '{count} new messages for your team')
    case 'SLA_WARNING':
      return t('Response target is close')
    case 'RATED_LOW':
      return t('Low rating')
    case 'SLA_BREACHED':
      return t('Response target missed')
    case 'RULE':
      // Prefer the text; the row below names the rule.
      return excerpt ?? t('A rule has something for you')
    case 'RULE_PAUSED':
      return actor?.name == null
        ? t('A rule was paused, because it keeps failing')
        : t('The rule “{name}” was paused, because it keeps failing', { name })
    case 'WEBHOOK_DISABLED':
      return actor?.name == null
        ? t('A webhook was disabled, because its deliveries keep failing')
        : t('The webhook “{name}” was disabled, because its deliveries keep failing', { name })
    case 'DELIVERY_FAILED':
      return plural(count, 'A message couldn’t be delivered', '{count} messages couldn’t be delivered')
    case 'JOB_DONE':
      return describeJob(job)
  }
  // Fallback for types that a newer service sends.
  return t('Something happened')
}

function describeJob(job: Notification['job']): string {
  const isDone = job?.state === 'DONE'
  switch (job?.type) {
    case 'THREAD_BATCH':
      return isDone
        ? plural(job.total, 'Your change to {count} thread is done', 'Your change to {count} threads is done')
        : plural(job.total, 'Your change to {count} thread stopped early', 'Your change to {count} threads stopped early')
    case 'REPORT_REBUILD':
      return isDone ? t('Reports were rebuilt') : t('Reports couldn’t be rebuilt')
    case 'SAMPLE_COMPANY':
      return isDone ? t('The sample company is loaded') : t('The sample company couldn’t be loaded')
    case 'SAMPLE_COMPANY_REMOVAL':
      return isDone ? t('The sample company is removed') : t('The sample company couldn’t be removed')
    case 'MAIL_ROUND_TRIP':
      if (!job.inbox) return isDone ? t('Your inbox test passed') : t('Your inbox test failed')
      return isDone
        ? t('The test of {inbox} passed', { inbox: job.inbox.name })
        : t('The test of {inbox} failed', { inbox: job.inbox.name })
  }
  return t('A job of yours has ended')
}

/** Returns the last line: an excerpt of the message, or the rule that sent the notification. */
export function describeExcerpt({ type, actor, excerpt }: Pick<Notification, 'type' | 'actor' | 'excerpt'>): string | null {
  if (type !== 'RULE') return excerpt
  return actor?.name == null ? null : t('From the rule “{name}”', { name: actor.name })
}

/** Returns the second line of a notification: the thread's subject, or the number of threads that a job could not change. */
export function describeSubject({ thread, job }: Pick<Notification, 'thread' | 'job'>): string {
  if (thread) return thread.subject
  if (job?.type !== 'THREAD_BATCH') return job?.problem ?? ''
  if (job.failed > 0) return plural(job.failed, '{count} thread couldn’t be changed', '{count} threads couldn’t be changed')
  return job.state === 'DONE' ? '' : plural(job.done, '{count} thread was changed', '{count} threads were changed')
}
