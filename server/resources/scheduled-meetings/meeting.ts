/** Checks and changes meetings: field rules, events, audit rows, mails and reminders. */
import { findChanges } from '#kit/changes.ts'
import { erasedEmail } from '#kit/privacy/holding.ts'
import { checkReferences, declareReferences } from '#kit/references.ts'
import { fetchOne, type Sent } from '#kit/write.ts'
import { ApiError, unknownReference, validationFailed } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { type Effects, type Outcome, toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import type { EventDeclaration } from '#platform/outbox/events.ts'
import { isoTime } from '#platform/time.ts'
import { timeOutOfRange } from '../threads/index.ts'
import { user } from '../users/index.ts'
import { meetingConflict, meetingNotFound, meetingNotScheduled } from './errors.ts'
import { durationProblems } from './input-schema.ts'
import type { MeetingRecord } from './present.ts'
import { planReminder } from './remind.ts'
import { notifyAttendees, type NotifyContext } from './notify-attendees.ts'
import { findOverlap, lockHost, isPast, meetingTable, noteFormerAttendees } from './queries.ts'

export const meeting = {
  id: { prefix: 'mtg', description: 'The meeting, with or without `mtg_`.', notFound: meetingNotFound },
  notFound: meetingNotFound,
  statements: meetingTable,
} as const

export const references = declareReferences({ plural: 'scheduled meetings', table: 'meetings', references: { hostId: user } })

export type MeetingFields = Omit<MeetingRecord, 'id' | 'threadId' | 'version' | 'createdAt' | 'updatedAt'>
export type Writing = NotifyContext

/** Fields in an invitation. A change of one sends attendees a new invitation. */
const invitationFields = ['title', 'startsAt', 'endsAt', 'timezone', 'hostId', 'location'] as const

/** Throws SVC-MEETING-NOT_SCHEDULED for a cancelled meeting. */
export function checkNotCancelled({ status }: MeetingRecord): void {
  if (status === 'CANCELLED') throw new ApiError(meetingNotScheduled, { message: 'The meeting is cancelled.' })
}

/**
 * Checks the times and the host of a meeting. `before` is null for a new meeting. Locks the host until the commit, so that one of two
 * concurrent requests for overlapping meetings is rejected. Throws SVC-VALIDATION-UNKNOWN_REFERENCE, -FAILED, -TIME_OUT_OF_RANGE and
 * SVC-MEETING-CONFLICT.
 */
export async function checkTimes(
  { tx, principal: { tenantId } }: Writing,
  id: Uuid,
  next: MeetingFields,
  before: MeetingFields | null,
): Promise<void> {
  const { startsAt, endsAt, hostId, status } = next
  const details = durationProblems(startsAt, endsAt)
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  const isMoved = !isSame(startsAt, before?.startsAt)
  if (!isMoved && isSame(endsAt, before?.endsAt) && hostId === before?.hostId && status === before.status) return
  const host = await tx.first(lockHost, { tenantId, hostId })
  if (!host) await checkReferences(tx, tenantId, references.references, { hostId })
  // The current host may keep the meeting even if they could no longer be chosen.
  if (host && hostId !== before?.hostId) checkHost(host)
  if (isMoved && (await fetchOne(tx, isPast, { at: startsAt })).past)
    throw new ApiError(timeOutOfRange, { details: [{ field: 'startsAt', code: 'PAST', message: 'has passed already' }] })
  const other = status === 'SCHEDULED' ? await tx.first(findOverlap, { tenantId, id, hostId, startsAt, endsAt }) : null
  if (!other) return
  const message = `${toTypeId('mtg', other.id)}, from ${isoTime(other.startsAt)} to ${isoTime(other.endsAt)}`
  throw new ApiError(meetingConflict, { details: [{ field: 'startsAt', code: 'OVERLAPS', message }] })
}

/** Throws for suspended users and viewers. Allows invited users, as for assignment. */
function checkHost({ status, role }: { status: string; role: string }): void {
  const hostError = (code: string, message: string) => new ApiError(unknownReference, { details: [{ field: 'hostId', code, message }] })
  if (status === 'SUSPENDED') throw hostError('SUSPENDED', 'is suspended and cannot host meetings')
  if (role === 'VIEWER') throw hostError('VIEWER', 'is a viewer and cannot host meetings')
}

function isSame(time: string, other: string | undefined): boolean {
  return other !== undefined && Date.parse(isoTime(time)) === Date.parse(isoTime(other))
}

/**
 * Applies fields to a locked meeting. Increments `icsSequence` if the invitation changes. `action` is the second part of the action in both
 * audit rows, the meeting's and its thread's.
 */
export async function changeMeeting(
  context: Writing,
  current: MeetingRecord,
  sent: Sent<MeetingFields>,
  { action, event }: { action: string; event: EventDeclaration<MeetingRecord> },
): Promise<Outcome<MeetingRecord>> {
  const { tx, effects, principal } = context
  const { id } = current
  const fields = getFields(current)
  const wanted = { ...fields, ...onlySent(sent) }
  // Compare times by value, because the database formats them differently.
  for (const name of ['startsAt', 'endsAt'] as const) if (isSame(wanted[name], fields[name])) wanted[name] = fields[name]
  if (!findChanges<MeetingFields>(fields, wanted)) return toUnchangedOutcome(current)
  const next = { ...wanted, icsSequence: fields.icsSequence + (isNewForCalendars(fields, wanted) ? 1 : 0) }
  await checkTimes(context, id, next, fields)
  const record = await fetchOne(tx, meetingTable.change, meetingTable.parameters({ tenantId: principal.tenantId, id }, next))
  const emails = removedAttendees(current, record)
  if (emails.length > 0) await tx.rows(noteFormerAttendees, { tenantId: principal.tenantId, id, emails })
  const changes = findChanges<MeetingFields>(fields, getFields(record)) ?? { before: {}, after: {} }
  effects.emit(event, id, record, changes.before)
  if (record.icsSequence !== current.icsSequence) await notifyAttendees(context, record, current)
  if (changes.before.startsAt !== undefined || changes.before.status !== undefined) await planReminder(context, record)
  const audited = audit(effects, record, action, changes)
  return toOutcome(record, audited)
}

function removedAttendees(before: MeetingRecord, after: MeetingRecord): string[] {
  const left = new Set(after.attendees.map(({ email }) => email))
  return before.attendees.map(({ email }) => email).filter((email) => !left.has(email) && email !== erasedEmail)
}

/** Fields in the thread's history. Leaves out attendees, who may be other people than the thread's customer. */
const historyFields = ['title', 'startsAt', 'endsAt', 'timezone', 'hostId', 'status'] as const

/** Writes two audit rows: the meeting's, and its thread's. */
export function audit(
  effects: Effects,
  { id, threadId, title, startsAt }: MeetingRecord,
  action: string,
  { before = null, after }: { before?: Partial<MeetingFields> | null; after: Partial<MeetingFields> },
) {
  effects.audit({
    action: `thread.meeting_${action}`,
    target: { type: 'thread', id: threadId },
    before: before && pickHistoryFields(before),
    after: { meetingId: id, title, startsAt, ...pickHistoryFields(after) },
  })
  return effects.audit({ action: `meeting.${action}`, target: { type: 'meeting', id }, before, after: { threadId, ...after } })
}

function pickHistoryFields(fields: Partial<MeetingFields>): object {
  return Object.fromEntries(historyFields.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
}

export function getFields({
  id: _id,
  threadId: _threadId,
  version: _version,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...fields
}: MeetingRecord): MeetingFields {
  return fields
}

function isNewForCalendars(before: MeetingFields, after: MeetingFields): boolean {
  const people = ({ attendees }: MeetingFields) => ({ attendees: attendees.map(({ email, name }) => ({ email, name })) })
  const texts = (of: MeetingFields) => Object.fromEntries(invitationFields.map((name) => [name, of[name]]))
  const isCancelled = after.status === 'CANCELLED' && before.status !== 'CANCELLED'
  return isCancelled || findChanges<object>({ ...texts(before), ...people(before) }, { ...texts(after), ...people(after) }) !== null
}

function onlySent<Fields extends object>(fields: Sent<Fields>): Partial<Fields> {
  // Safe because only undefined fields are removed.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
