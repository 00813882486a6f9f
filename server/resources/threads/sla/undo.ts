/** Restores the clocks of a thread whose change is undone. `../undo.ts` explains undoing. */
import { updateOverdue, type Clock, type Happening } from '../../sla-policies/index.ts'
import type { ThreadRecord } from '../queries.ts'
import { maxUndoSteps, undoWindowMinutes } from '../undo.ts'
import type { FormerClocks } from './queries.ts'

type StoredClocks = Pick<FormerClocks, 'termsId' | 'answered' | 'clocks'> & { former: FormerClocks[] | null }

/** Returns a key of all fields on which the clocks depend and that changes of the thread can set. Equal keys mean equal clocks. */
export function toClocksKey(thread: ThreadRecord): string {
  const { status, priority, inboxId, teamId, labels, mergedInto, messageCount, lastMessageId } = thread
  const labelIds = labels.map(({ id }) => id).toSorted()
  return JSON.stringify([status, priority, inboxId, teamId, mergedInto, messageCount, lastMessageId, ...labelIds])
}

/** Returns the clocks that the thread had when it last had this key; null when that was before the undo window, or never. */
export function findFormerClocks(held: StoredClocks, key: string, now: number): FormerClocks | null {
  return listRecent(held, now).find((each) => each.key === key) ?? null
}

/**
 * Adds the current clocks to the former ones, under the key that the thread had before the change. Restored clocks are not removed, because
 * undoing can itself be undone.
 */
export function addFormerClocks(held: StoredClocks, key: string, now: number): FormerClocks[] {
  const { termsId, answered, clocks } = held
  const others = listRecent(held, now).filter((each) => each.key !== key)
  return [...others, { key, at: now, termsId, answered, clocks: updateOverdue(clocks, now).clocks }].slice(-maxUndoSteps)
}

/** Continues former clocks as if they had never been replaced. `happened` leaves out what was announced in the meantime. */
export function continueClocks(
  former: readonly Clock[],
  current: readonly Clock[],
  now: number,
): { clocks: Clock[]; happened: Happening[] } {
  const { clocks, happened } = updateOverdue(former, now)
  const isNews = ({ type, clock: { metric, startedAt } }: Happening): boolean => {
    const known = current.find((clock) => clock.metric === metric && clock.startedAt === startedAt)
    return !known || (type === 'breached' ? known.state !== 'BREACHED' : !known.warned)
  }
  return { clocks, happened: happened.filter(isNews) }
}

function listRecent({ former }: StoredClocks, now: number): FormerClocks[] {
  const since = now - undoWindowMinutes * 60_000
  return (former ?? []).filter(({ at }) => at > since)
}
