/**
 * Which threads have a draft in this browser. A module of its own, because the list needs the marks at the start, and the drafts are loaded
 * with the first thread.
 */
import { createStore } from '../../api/store.ts'
import { isEmpty, parseDraft } from './draft.ts'

/**
 * Whether there is a draft, for each thread and kind that this browser knows (`usr_….reply.thr_…`). A draft that it sent or removed is
 * false.
 */
export const draftMarks = createStore<ReadonlyMap<string, boolean>>(new Map())

export const draftPrefix = 'skein.draft.'
/** Drafts of new threads have ids that begin so. Only this browser stores them, because the service stores drafts per thread. */
export const newThreadPrefix = 'new'

export function markDraft(name: string, has: boolean): void {
  const place = name.slice(draftPrefix.length)
  const marks = draftMarks.get()
  if (marks.get(place) !== has && !place.split('.')[2]?.startsWith(newThreadPrefix)) draftMarks.set(new Map(marks).set(place, has))
}

function markStored(name: string | null, stored: string | null): void {
  if (name?.startsWith(draftPrefix)) markDraft(name, !isEmpty(parseDraft(stored)))
}

type StorageListener = (event: Pick<StorageEvent, 'key' | 'newValue'>) => void

/** Reads the marks of all drafts in this browser. `listen` is called with the function that follows changes in other tabs. */
export function watchDraftMarks(storage: Pick<Storage, 'getItem' | 'key' | 'length'>, listen: (listener: StorageListener) => void): void {
  for (let i = 0; i < storage.length; i++) markStored(storage.key(i), storage.getItem(storage.key(i) ?? ''))
  listen(({ key, newValue }) => markStored(key, newValue))
}
