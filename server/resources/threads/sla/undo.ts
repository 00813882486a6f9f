/** Restores the clocks of a thread whose change is undone: see `../undo.ts`. */
import { settled, type Clock, type Happening } from '../../sla-policies/index.ts'
import type { ThreadRecord } from '../queries.ts'
import { maxUndoSteps, undoWindowMinutes } from '../undo.ts'
import type { FormerClocks } from './queries.ts'

type StoredClocks = Pick<FormerClocks, 'termsId' | 'answered' | 'clocks'> & { former: FormerClocks[] | null }

/** Everything that a change of a thread may change and that its clocks depend on. Equal keys mean equal clocks. */
export function toClocksKey(thread: ThreadRecord): string {
  const { status, priority, inboxId, teamId, labels, mergedInto, messageCount, lastMessageId } = thread
  const labelIds = labels.map(({ id }) => id).toSorted()
  return JSON.stringify([status, priority, inboxId, teamId, mergedInto, messageCount, lastMessageId, ...labelIds])
}

/** The clocks of the moment to which a change returns the thread; null when it returns to no moment within the window. */
export function findFormerClocks(held: StoredClocks, key: string, now: number): FormerClocks | null {
  return listRecent(held, now).find((each) => each.key === key) ?? null
}

/** The former clocks after a change of a thread that had `key` before. They stay when the thread returns to them, because undoing can be undone. */
export function addFormerClocks(held: StoredClocks, key: string, now: number): FormerClocks[] {
  const { termsId, answered, clocks } = held
  const others = listRecent(held, now).filter((each) => each.key !== key)
  return [...others, { key, at: now, termsId, answered, clocks: settled(clocks, now).clocks }].slice(-maxUndoSteps)
}

/** Continues former clocks as if they had run on. What was announced in between is not announced again. */
export function continueClocks(
  former: readonly Clock[],
  current: readonly Clock[],
  now: number,
): { clocks: Clock[]; happened: Happening[] } {
  const { clocks, happened } = settled(former, now)
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
