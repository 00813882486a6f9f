/** Declares customers' data in meetings: the meetings of their threads, and their entries as attendees of other meetings. */
import {
  addressHash,
  type EraseContext,
  erasedEmail,
  erasedText,
  type ExportContext,
  type Personal,
  type EraseBatch,
} from '#kit/privacy/holding.ts'
import { insertSubjects, toRequestKey, createThreadsStep } from '#kit/privacy/subjects.ts'
import type { Uuid } from '#platform/ids.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import { removeUploads } from '../uploads/index.ts'
import { blankAttendees, blankMeetings, deleteMeetings, lockMeetingsOf, meetingsOfCustomers, nextMeetings } from './personal-queries.ts'
import { toMeeting } from './present.ts'

const meetingsPerChunk = 500

export const personal: Personal = {
  tables: ['meetings'],
  // Fields to erase in copies of a meeting. Erases all attendees, because a copy does not show which one is the customer.
  fields: { title: erasedText, attendees: [], location: null, recording: null },
  steps: [
    createThreadsStep({ name: 'meetings', phase: 'contents', place: 'meetings' }, {}, eraseOfThreads),
    { name: 'meetings-attended', phase: 'contents', place: 'attendees', erase: eraseAttendees },
  ],
  exports: [{ name: 'meetings', title: 'Meetings', read: exportMeetings }],
}

async function eraseOfThreads({ db: tx, effects, erasure }: EraseContext, threadIds: Uuid[]): Promise<number> {
  const { tenantId, dryRun, mode } = erasure
  const found = await tx.rows(lockMeetingsOf, { tenantId, threadIds })
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  const files = found.flatMap(({ recording }) => recording?.uploadId ?? [])
  await tx.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'MEETING', ids })
  await tx.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'FILE', ids: files })
  const held = found.filter(({ title }) => mode === 'DELETE' || title !== erasedText).length
  if (dryRun) return held
  await removeUploads({ tx, effects, tenantId }, files, { silent: true })
  for (const key of ids) await cancel(tx, 'remind-of-meeting', { tenantId, key })
  await tx.rows(mode === 'DELETE' ? deleteMeetings : blankMeetings, { tenantId, ids })
  if (mode === 'DELETE') effects.count('meetings', -ids.length)
  return held
}

/**
 * Erases attendees of meetings in other threads, matched by address. Includes former attendees, who still occur in copies of the meeting.
 */
async function eraseAttendees({ db: tx, erasure, secrets }: EraseContext, after: string | null): Promise<EraseBatch> {
  const { tenantId, dryRun, addressHashes } = erasure
  if (addressHashes.length === 0) return { found: 0, next: null }
  const theirs = (email: string): boolean => email !== erasedEmail && addressHashes.includes(addressHash(secrets, email))
  const meetings = await tx.rows(nextMeetings, { tenantId, after, limit: meetingsPerChunk })
  let found = 0
  for (const { id, attendees, formerAttendees } of meetings) {
    const emails = [...attendees.map(({ email }) => email), ...formerAttendees].filter(theirs)
    if (emails.length === 0) continue
    found += new Set(emails).size
    await tx.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'MEETING', ids: [id] })
    if (!dryRun) await tx.rows(blankAttendees, { tenantId, id, emails })
  }
  return { found, next: meetings.length === meetingsPerChunk ? (meetings.at(-1)?.id ?? null) : null }
}

async function* exportMeetings({ db, tenantId, customerIds }: ExportContext): AsyncGenerator<object> {
  for (let after: string | null = null; ; ) {
    const records: Parameters<typeof toMeeting>[0][] = await db.rows(meetingsOfCustomers, {
      tenantId,
      customerIds,
      after,
      limit: meetingsPerChunk,
    })
    for (const record of records) yield toMeeting(record)
    if (records.length < meetingsPerChunk) return
    after = records.at(-1)?.id ?? null
  }
}
