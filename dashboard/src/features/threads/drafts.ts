/**
 * What somebody is writing, by thread and kind. Every change is kept in the browser at once, so that neither a crash nor a lost session
 * loses it, and on the service when the typing pauses, so that it is there on another machine.
 */
import { ApiError, type SkeinClient } from '@skein/client'

export type DraftKind = 'reply' | 'note'
type Service = Pick<SkeinClient, 'getDraft' | 'saveDraft' | 'deleteDraft'>
type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const idleMs = 2_000

export type Drafts = {
  /** At once. */
  local(threadId: string, kind: DraftKind): string
  /** The one on the service, unless this browser has one of its own. */
  load(threadId: string, kind: DraftKind): Promise<string>
  write(threadId: string, kind: DraftKind, text: string): void
  /** Writes what is waiting to the service. */
  flush(): void
  /** It was sent. */
  clear(threadId: string, kind: DraftKind): void
}

export function createDrafts(
  skein: Service,
  { storage, userId }: { storage: Kept; userId: string },
  onSaved: (threadId: string, kind: DraftKind) => void = () => undefined,
): Drafts {
  const waiting = new Map<string, { threadId: string; kind: DraftKind; timer: ReturnType<typeof setTimeout> }>()
  const nameOf = (threadId: string, kind: DraftKind): string => `skein.draft.${userId}.${kind}.${threadId}`
  const save = async (threadId: string, kind: DraftKind): Promise<void> => {
    waiting.delete(nameOf(threadId, kind))
    const body = storage.getItem(nameOf(threadId, kind)) ?? ''
    const at = { path: { id: threadId }, query: { kind } }
    try {
      await (body === '' ? skein.deleteDraft(at) : skein.saveDraft({ ...at, body: { body } }))
      onSaved(threadId, kind)
    } catch {
      // It is kept here, and saved with the next change.
    }
  }
  return {
    local: (threadId, kind) => storage.getItem(nameOf(threadId, kind)) ?? '',
    async load(threadId, kind) {
      const own = storage.getItem(nameOf(threadId, kind))
      if (own !== null) return own
      try {
        return (await skein.getDraft({ path: { id: threadId }, query: { kind } })).data.body
      } catch (error) {
        if (error instanceof ApiError) return ''
        throw error
      }
    },
    write(threadId, kind, text) {
      const name = nameOf(threadId, kind)
      storage.setItem(name, text)
      clearTimeout(waiting.get(name)?.timer)
      waiting.set(name, { threadId, kind, timer: setTimeout(() => void save(threadId, kind), idleMs) })
    },
    flush() {
      for (const { threadId, kind, timer } of waiting.values()) {
        clearTimeout(timer)
        void save(threadId, kind)
      }
    },
    clear(threadId, kind) {
      const name = nameOf(threadId, kind)
      clearTimeout(waiting.get(name)?.timer)
      waiting.delete(name)
      storage.removeItem(name)
      skein.deleteDraft({ path: { id: threadId }, query: { kind } }).catch(() => undefined)
    },
  }
}
