import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ConflictError } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { cancel, enqueue } from '#platform/jobs/enqueue.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { timeOutOfRange } from '../threads/index.ts'
import { notificationNotFound, notificationSuperseded, getOwner, toNotification } from './notification.ts'
import { changeNotification, findNotification, findSecondsUntil, lockNotification, type NotificationState } from './queries.ts'
import { Notification, NotificationUpdate } from './schema.ts'

const maxSnoozeSeconds = 366 * 24 * 3_600

export const updateNotification = endpoint.personalWrite({
  operationId: 'updateNotification',
  method: 'PATCH',
  path: '/notifications/{id}',
  tag: 'notifications',
  scope: 'session',
  summary: 'Read, archive or snooze a notification',
  description:
    'Changes the fields sent. A snoozed notification comes back as unread at its time; until then more events are added to it. Creates no ' +
    'audit row and no event.',
  params: {
    id: { prefix: 'ntf', description: 'The notification, with or without `ntf_`.', notFound: notificationNotFound, versioned: false },
  },
  body: NotificationUpdate,
  responds: { 200: item(Notification, 'The notification as it is now') },
  errors: [notificationSuperseded, timeOutOfRange],
  present: toNotification,
  async handle({ tx, principal, params: { id }, body }) {
    const owner = getOwner(principal)
    const current = await tx.first(lockNotification, { ...owner, id })
    if (!current) throw new ApiError(notificationNotFound)
    if (typeof body.snoozedUntil === 'string') {
      const { seconds } = await fetchOne(tx, findSecondsUntil, { at: body.snoozedUntil })
      if (seconds <= 0 || seconds > maxSnoozeSeconds) throw outOfRange(seconds)
    }
    const archived = body.archived ?? current.archivedAt !== null
    const next = {
      archived,
      read: body.archived === true || (body.read ?? current.readAt !== null),
      snoozedUntil: body.snoozedUntil === undefined ? current.snoozedUntil : body.snoozedUntil,
    }
    const delta = Number(isUnread(next)) - Number(isUnread({ ...current, read: current.readAt !== null }))
    await tx.rows(changeNotification, { ...owner, id, ...next, delta }).catch((error: unknown) => {
      throw error instanceof ConflictError ? new ApiError(notificationSuperseded, { cause: error }) : error
    })
    const job = { tenantId: owner.tenantId, key: id }
    if (typeof body.snoozedUntil === 'string') await enqueue(tx, 'wake-notification', { ...job, at: body.snoozedUntil })
    else if (body.snoozedUntil === null) await cancel(tx, 'wake-notification', job)
    return toSavedOutcome(await fetchOne(tx, findNotification, { ...owner, id }))
  },
})

function isUnread({ read, snoozedUntil }: { read: boolean } & Pick<NotificationState, 'snoozedUntil'>): boolean {
  return !read && snoozedUntil === null
}

function outOfRange(seconds: number): ApiError {
  const [code, message] = seconds <= 0 ? ['PAST', 'has passed already'] : ['TOO_FAR', 'must be at most a year from now']
  return new ApiError(timeOutOfRange, { details: [{ field: 'snoozedUntil', code: code ?? '', message: message ?? '' }] })
}
