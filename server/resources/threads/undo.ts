/**
 * Undoing a change of a thread.
 *
 * There is no operation for it: a caller sends the values that the thread had before. If that happens within the window, and nobody has
 * written to the thread in between, the change counts as never made: the thread also gets back the clocks and times that the change replaced.
 */

/** How long after a change the values before it restore clocks and times exactly. */
export const undoWindowMinutes = 5

/** How many changes of one thread can be undone exactly, one after the other. */
export const maxUndoSteps = 20
