/**
 * Limits for undoing a change to a thread. There is no undo operation: a caller sends the thread's old values. Within the window, and
 * without a new message in between, this also restores the clocks and times that the change replaced, as if it had not been made.
 */

/** Minutes within which a change can be undone exactly, including clocks and times. */
export const undoWindowMinutes = 5

/** Number of consecutive changes to a thread that can be undone exactly. */
export const maxUndoSteps = 20
