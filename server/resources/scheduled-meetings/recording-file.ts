import { removeUploads } from '../uploads/index.ts'
import type { Writing } from './meeting.ts'
import type { MeetingRecord } from './present.ts'
import type { StoredRecording } from './schema.ts'

/** Deletes the file of a replaced or removed recording. */
export async function removeRecordingFile(
  { tx, effects, principal: { tenantId } }: Writing,
  { recording }: MeetingRecord,
  next: StoredRecording | null,
): Promise<void> {
  const uploadId = recording?.uploadId
  if (uploadId && uploadId !== next?.uploadId && !recording.deleted) await removeUploads({ tx, effects, tenantId }, [uploadId])
}
