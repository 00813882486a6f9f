/**
 * Recipients, actions and files of replies that this browser has scheduled. Cancelling a reply restores them to the draft. localStorage keeps
 * the actions and files for a reply that is cancelled after a reload; the recipients are in the reply's mail.
 */
import type { Draft } from '../threads/draft.ts'

type Kept = Pick<Draft, 'actions' | 'files'>
export type SentExtras = Kept & Pick<Draft, 'recipients'>

type Stored = Readonly<Record<string, Kept & { at: number }>>
type ExtrasStorage = Pick<Storage, 'getItem' | 'setItem'>

const storageKey = 'skein.sentActions'
/** Days after which a reply has been sent. */
const maxDays = 31

export function createSentExtras(storage: ExtrasStorage) {
  const known = new Map<string, SentExtras>()
  const read = (): Stored => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
      // Safe because only this module writes the entry.
      return typeof stored === 'object' && stored !== null ? (stored as Stored) : {}
    } catch {
      return {}
    }
  }
  const write = (change: (stored: Stored) => Stored): void => {
    const before = read()
    const now = Object.fromEntries(Object.entries(change(before)).filter(([, { at }]) => at > Date.now() - maxDays * 86_400_000))
    if (JSON.stringify(now) === JSON.stringify(before)) return
    try {
      storage.setItem(storageKey, JSON.stringify(now))
    } catch {
      // localStorage is full. The page still knows the actions until it is closed.
    }
  }
  return {
    keep(replyId: string, extras: SentExtras): void {
      known.set(replyId, extras)
      const { actions, files } = extras
      if (actions.length + files.length > 0) write((stored) => ({ ...stored, [replyId]: { at: Date.now(), actions, files } }))
    },
    /** Returns what the reply had, and forgets it. After a reload, without the recipients. */
    take(replyId: string): (Kept & Partial<SentExtras>) | undefined {
      const found = known.get(replyId) ?? read()[replyId]
      known.delete(replyId)
      write((stored) => Object.fromEntries(Object.entries(stored).filter(([id]) => id !== replyId)))
      if (!found) return undefined
      // An earlier version of the dashboard stored no files.
      const { actions, files = [] } = found
      return { actions, files, ...('recipients' in found ? { recipients: found.recipients } : {}) }
    },
  }
}

export const sentExtras = createSentExtras({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
})
