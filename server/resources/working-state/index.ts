/**
 * Working state of users in threads: drafts, read marks, presence. It belongs to the credential's user. It changes every few seconds and
 * has no lasting value, so writes leave neither audit rows nor events. The event stream sends presence to other users within half a second,
 * across processes.
 */
import { module } from '#kit/module.ts'
import { listDrafts } from './list-drafts.ts'
import { deleteDraft, getDraft, saveDraft } from './operations.ts'
import { markThreadRead } from './mark-thread-read.ts'
import { personal } from './personal.ts'
import { markRead } from './queries.ts'
import { reportPresence } from './report-presence.ts'

export { toPresence } from './presence.ts'
export { getPresence, type PresenceFrame } from './presence-watch.ts'
export { deleteStalePresence, deleteVisitorPresence, findThreadAddress, reportTyping } from './visitor-queries.ts'
export { getVisitorsOnline } from './visitors-online.ts'
export { findDrafts, findRead, presentAt, type DraftRecord, type PresentRow, type ReadRecord } from './queries.ts'
export { readThreadVisitor } from './thread-visitor.ts'
export { Draft, Presence, ReadMark, ThreadVisitor } from './schema.ts'

export const workingState = module({
  name: 'working-state',
  description: 'Drafts, read marks and presence.',
  endpoints: [listDrafts, getDraft, saveDraft, deleteDraft, markThreadRead, reportPresence],
  procedures: [markRead],
  personal,
})
