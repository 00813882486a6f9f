/**
 * Limits for undoing a change of a thread.
 *
 * There is no operation for undoing. A caller sends the values that the thread had before the change. If that happens within the window and
 * no message was added in between, the thread also gets back the clocks and times that the change replaced, as if it had not been made.
 */

/** A change can be undone exactly, including clocks and times, for this long. */
export const undoWindowMinutes = 5

/** This many changes of one thread can be undone exactly, one after the other. */
export const maxUndoSteps = 20
