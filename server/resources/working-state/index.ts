/**
 * The working state of people in threads: drafts, read marks, presence.
 *
 * It belongs to the person the credential acts for. It changes every few seconds and has no lasting value, so it leaves neither audit rows
 * nor events. Presence reaches colleagues over the event stream, across processes, within half a second.
 */
import { room } from '../../kit/index.ts'
import { deleteDraft, getDraft, saveDraft } from './operations.ts'
import { markThreadRead } from './mark-thread-read.ts'
import { personal } from './personal.ts'
import { reportPresence } from './report-presence.ts'

export { toPresence } from './presence.ts'
export { presenceOf } from './presence-watch.ts'
export { findDrafts, findRead, presentAt, type DraftRecord, type PresentRow, type ReadRecord } from './queries.ts'
export { Draft, Presence, ReadMark } from './schema.ts'

export const workingState = room({
  name: 'working-state',
  description: 'Drafts, read marks and presence.',
  endpoints: [getDraft, saveDraft, deleteDraft, markThreadRead, reportPresence],
  personal,
})
