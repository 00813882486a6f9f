import {
  threadAssigned,
  threadCreated,
  threadLabelsChanged,
  threadMerged,
  threadPriorityChanged,
  threadSnoozed,
  threadStatusChanged,
  threadUnmerged,
  threadUnsnoozed,
  threadUpdated,
} from './events.ts'

/** Events whose object is the thread after the change. */
export const snapshotEvents = [
  threadCreated,
  threadUpdated,
  threadStatusChanged,
  threadSnoozed,
  threadUnsnoozed,
  threadPriorityChanged,
  threadAssigned,
  threadLabelsChanged,
  threadMerged,
  threadUnmerged,
] as const
