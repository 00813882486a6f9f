/** Raises browser alerts for new notifications. */
import type { Notification as ServiceNotification, SkeinClient } from '@skein/client'
import { plural } from '../../texts/texts.ts'
import { isThreadShown } from '../threads/shown-threads.ts'
import { describeExcerpt, describeNotification, describeSubject } from './describe-notification.ts'
import { notificationSets } from './notification-filters.ts'

export type Alerts = {
  skein: Pick<SkeinClient, 'listNotifications'>
  /** Opens a thread; null opens the list of notifications. */
  open: (threadId: string | null) => void
}

/** Number of new notifications above which a single alert replaces one alert each. */
const maxAlerts = 3

/** Time of the latest notification that was shown or skipped. Stored for all tabs, because another tab may raise the next alert. */
const latestKey = 'skein.alerted'
let latest = ''

/** Tail of a queue, so that two changes do not raise the same alert twice. */
let queue: Promise<void> = Promise.resolve()

export function skipKnown(skein: Alerts['skein']): Promise<void> {
  return enqueue(async () => note(await readUnread(skein)))
}

export function showAlerts({ skein, open }: Alerts): Promise<void> {
  return enqueue(async () => {
    const since = latest > (localStorage.getItem(latestKey) ?? '') ? latest : (localStorage.getItem(latestKey) ?? '')
    const found = await readUnread(skein)
    note(found)
    const wanted: ServiceNotification[] = []
    // The service has already checked the type, the thread and the quiet hours.
    for (const each of found)
      if (each.desktop && each.lastAt > since && !(each.thread && (await isThreadShown(each.thread.id)))) wanted.push(each)
    if (wanted.length > maxAlerts)
      return show(plural(wanted.length, '{count} new notification', '{count} new notifications'), { tag: 'skein' }, () => open(null))
    for (const each of wanted.toReversed()) {
      const { thread } = each
      const subject = describeSubject(each)
      const body = [thread ? `${thread.ticketNumber} · ${subject}` : subject, describeExcerpt(each) ?? '']
        .filter((line) => line !== '')
        .join('\n')
      show(describeNotification(each), { body, tag: each.id }, () => open(thread?.id ?? null))
    }
  })
}

function show(title: string, options: NotificationOptions, open: () => void): void {
  const alert = new Notification(title, { icon: '/icon.svg', ...options })
  alert.addEventListener('click', () => {
    window.focus()
    alert.close()
    open()
  })
}

async function readUnread(skein: Alerts['skein']): Promise<ServiceNotification[]> {
  return (await skein.listNotifications({ query: { ...notificationSets.unread.query, limit: 20 } })).data
}

function note(found: readonly ServiceNotification[]): void {
  for (const { lastAt } of found) if (lastAt > latest) latest = lastAt
  if (latest > (localStorage.getItem(latestKey) ?? '')) localStorage.setItem(latestKey, latest)
}

function enqueue(work: () => Promise<void>): Promise<void> {
  // No retry after a failure: the next change raises the missed alerts.
  queue = queue.then(work).catch(() => undefined)
  return queue
}
