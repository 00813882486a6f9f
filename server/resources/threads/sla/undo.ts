/** Restores a thread's SLA clocks when a change is undone (see ../undo.ts). */
import { updateOverdue, type Clock, type Happening } from '../../sla-policies/index.ts'
import type { ThreadRecord } from '../record/queries.ts'
import { maxUndoSteps, undoWindowMinutes } from '../record/undo.ts'
import type { FormerClocks } from '../record/sla-queries.ts'

type StoredClocks = Pick<FormerClocks, 'termsId' | 'answered' | 'clocks'> & { former: FormerClocks[] | null }

/** Builds a key from the changeable thread fields that determine its clocks. Equal keys mean equal clocks. */
export function toClocksKey(thread: ThreadRecord): string {
  const { status, priority, inboxId, teamId, labels, mergedInto, messageCount, lastMessageId } = thread
  const labelIds = labels.map(({ id }) => id).toSorted()
  return JSON.stringify([status, priority, inboxId, teamId, mergedInto, messageCount, lastMessageId, ...labelIds])
}

/** Returns the clocks from when the thread last had this key; null if that was not within the undo window. */
export function findFormerClocks(stored: StoredClocks, key: string, now: number): FormerClocks | null {
  return listRecent(stored, now).find((each) => each.key === key) ?? null
}

/**
 * Adds the current clocks to the history, under the thread's key before the change. Restored clocks stay in the history, because an undo
 * can itself be undone.
 */
export function addFormerClocks(stored: StoredClocks, key: string, now: number): FormerClocks[] {
  const { termsId, answered, clocks } = stored
  const others = listRecent(stored, now).filter((each) => each.key !== key)
  return [...others, { key, at: now, termsId, answered, clocks: updateOverdue(clocks, now).clocks }].slice(-maxUndoSteps)
}

/**
 * Brings restored clocks up to date, as if they had never been replaced. `happened` contains only warnings and breaches that have not been
 * announced yet.
 */
export function continueClocks(
  former: readonly Clock[],
  current: readonly Clock[],
  now: number,
): { clocks: Clock[]; happened: Happening[] } {
  const { clocks, happened } = updateOverdue(former, now)
  const isNew = ({ type, clock: { metric, startedAt } }: Happening): boolean => {
    const match = current.find((clock) => clock.metric === metric && clock.startedAt === startedAt)
    return !match || (type === 'breached' ? match.state !== 'BREACHED' : !match.warned)
  }
  return { clocks, happened: happened.filter(isNew) }
}

function listRecent({ former }: StoredClocks, now: number): FormerClocks[] {
  const since = now - undoWindowMinutes * 60_000
  return (former ?? []).filter(({ at }) => at > since)
}
