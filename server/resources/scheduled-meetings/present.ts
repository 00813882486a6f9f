import { createPresenter } from '#kit/present.ts'
import type { RowOf } from '#kit/table.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { getFileName, getUrlExpiry } from '../uploads/index.ts'
import { Meeting, type StoredMeeting, type StoredRecording } from './schema.ts'

/** A stored meeting, with `threadId`, the thread that shows it. */
export type MeetingRecord = RowOf<typeof StoredMeeting>

type Wire = Static<typeof Meeting>
type Reading = { links: PresentLinks; from: Date }

const presented = createPresenter(Meeting)

/** Presents a meeting. Without `reading` the recording has no URL, as in events, which may outlive a URL. */
export function toMeeting(record: MeetingRecord, reading?: Reading): Wire {
  return { ...presented({ ...record, recording: null }), recording: record.recording && toRecording(record.recording, reading) }
}

/** Presents a meeting in the response to a GET. */
export function toReadMeeting(record: MeetingRecord, links: PresentLinks): Wire {
  return toMeeting(record, { links, from: new Date(databaseNow()) })
}

/** Presents a meeting in the response to a write. URLs expire relative to `updatedAt`, so that a retry gets identical bytes. */
export function toWrittenMeeting(record: MeetingRecord, links: PresentLinks): Wire {
  return toMeeting(record, { links, from: new Date(record.updatedAt) })
}

function toRecording({ deleted, ...recording }: StoredRecording, reading: Reading | undefined): Wire['recording'] {
  const { uploadId, filename, contentType } = recording
  if (uploadId === null || filename === null || contentType === null) return recording
  const url =
    reading && !deleted
      ? reading.links.read({ name: getFileName({ id: uploadId }), filename, contentType }, getUrlExpiry(reading.from))
      : null
  return { ...recording, uploadId: toTypeId('upl', uploadId), url }
}
