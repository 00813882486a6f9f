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

/** The events whose object is the thread as it was after the change. */
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
