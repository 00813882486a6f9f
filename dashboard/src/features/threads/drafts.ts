/**
 * What somebody is writing, by thread and kind. Every change is kept in the browser at once, so that neither a crash nor a lost session
 * loses it, and on the service when the typing pauses, so that it is there on another machine.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, type CannedResponse, type Draft as ServiceDraft, type SkeinClient } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useMeId, useSavedDrafts } from './use-threads.ts'

export type DraftKind = 'reply' | 'note'
/** A file that was uploaded, to be sent with the text. */
export type DraftFile = { uploadId: string; filename: string; size: number }
export type Draft = {
  readonly text: string
  /** The same with its formats; null where there are none, and it is sent as text. */
  readonly html: string | null
  readonly files: readonly DraftFile[]
  /** Changes of the thread that are made when the reply is sent. This browser keeps them. */
  readonly actions: readonly CannedResponse['actions'][number][]
}

type Service = Pick<SkeinClient, 'saveDraft' | 'deleteDraft' | 'getUpload'>
/** A draft as the service stores it. */
type SavedDraft = Pick<ServiceDraft, 'body' | 'bodyFormat' | 'attachments'>
type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const idleMs = 2_000
/** Characters. Browsers let a page that is left send 64 KB in all. */
const leavingMax = 10_000
const empty: Draft = { text: '', html: null, files: [], actions: [] }

export type Drafts = {
  /** The same object until it changes. */
  get(threadId: string, kind: DraftKind): Draft
  subscribe(listener: () => void): () => void
  /** Whether the service has what is here. */
  isSaved(threadId: string, kind: DraftKind): boolean
  /**
   * Takes the draft that the service had at a time (null: it had none), unless this browser has one of its own or has changed it since.
   * Deletes it on the service when it was sent and that request failed.
   */
  load(threadId: string, kind: DraftKind, saved: SavedDraft | null, savedAt: number): Promise<void>
  write(threadId: string, kind: DraftKind, change: Partial<Draft>): void
  /** Writes what is waiting to the service: at once, if the page is being left. */
  flush(how?: { isLeaving: boolean }): void
  /** Another tab of the browser has kept or sent it. */
  heed(name: string | null, stored: string | null): void
  /** It was sent. */
  clear(threadId: string, kind: DraftKind): void
}

export function createDrafts(skein: Service, { storage, userId }: { storage: Kept; userId: string }): Drafts {
  const known = new Map<string, Draft>()
  const saved = new Set<string>()
  const listeners = new Set<() => void>()
  const waiting = new Map<string, { threadId: string; kind: DraftKind; timer: ReturnType<typeof setTimeout> }>()
  const underWay = new Set<string>()
  /** When drafts were last changed here: what the service had before is outdated. */
  const changedAt = new Map<string, number>()
  /** False for drafts that the service does not have: deleting one would only make the browser report a 404. */
  const isStored = new Map<string, boolean>()
  const nameOf = (threadId: string, kind: DraftKind): string => `skein.draft.${userId}.${kind}.${threadId}`
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const get = (threadId: string, kind: DraftKind): Draft => {
    const name = nameOf(threadId, kind)
    const draft = known.get(name) ?? read(storage.getItem(name)) ?? empty
    known.set(name, draft)
    return draft
  }
  const put = (name: string, draft: Draft): void => {
    known.set(name, draft)
    changedAt.set(name, Date.now())
    saved.delete(name)
    try {
      storage.setItem(name, JSON.stringify(draft))
    } catch {
      // The browser has no room left for it: this page has it, and soon the service.
    }
    tell()
  }
  const send = async (threadId: string, kind: DraftKind, draft: Draft): Promise<void> => {
    const at = { path: { id: threadId }, query: { kind } }
    const attachments = draft.files.map(({ uploadId, filename }) => ({ uploadId, filename }))
    const name = nameOf(threadId, kind)
    if (!isEmpty(draft)) {
      // Before the response, because a request that fails may have been carried out.
      isStored.set(name, true)
      const content = contentOf(draft)
      await skein.saveDraft({ ...at, body: { ...content, attachments }, keepalive: content.body.length <= leavingMax })
      return
    }
    if (isStored.get(name) === false) return
    try {
      await skein.deleteDraft({ ...at, keepalive: true })
    } catch (error) {
      // It was never saved, or is gone already.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
    isStored.set(name, false)
  }
  /** One request at a time: an earlier text that arrived after a later one would bring back what was sent. */
  const save = async (threadId: string, kind: DraftKind): Promise<void> => {
    const name = nameOf(threadId, kind)
    waiting.delete(name)
    if (underWay.has(name)) return
    underWay.add(name)
    const draft = get(threadId, kind)
    // What could not be sent is kept here, and saved with the next change.
    const isSent = await send(threadId, kind, draft).then(
      () => true,
      () => false,
    )
    underWay.delete(name)
    if (known.get(name) !== draft) {
      if (!waiting.has(name)) await save(threadId, kind)
    } else if (isSent) {
      changedAt.set(name, Date.now())
      saved.add(name)
      // Unless another tab has begun anew.
      if (isEmpty(draft) && isEmpty(read(storage.getItem(name)) ?? empty)) storage.removeItem(name)
      tell()
    }
  }
  return {
    get,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSaved: (threadId, kind) => saved.has(nameOf(threadId, kind)),
    async load(threadId, kind, found, foundAt) {
      const name = nameOf(threadId, kind)
      const isOutdated = (): boolean => storage.getItem(name) !== null || (changedAt.get(name) ?? 0) >= foundAt
      if (!isStored.has(name) || (found !== null && foundAt > (changedAt.get(name) ?? 0))) isStored.set(name, found !== null)
      // It was sent or emptied, and the service has not heard of that yet.
      if (storage.getItem(name) !== null && isEmpty(get(threadId, kind)) && !waiting.has(name)) return save(threadId, kind)
      if (found === null || isOutdated()) return
      const files = await Promise.all(found.attachments.map(async ({ uploadId, filename }) => fileOf(skein, uploadId, filename)))
      const writing = await writingOf(found)
      // Somebody may have begun to type meanwhile.
      if (isOutdated()) return
      known.set(name, { ...writing, files: files.flatMap((file) => file ?? []), actions: [] })
      tell()
    },
    write(threadId, kind, change) {
      const name = nameOf(threadId, kind)
      put(name, { ...get(threadId, kind), ...change })
      clearTimeout(waiting.get(name)?.timer)
      waiting.set(name, { threadId, kind, timer: setTimeout(() => void save(threadId, kind), idleMs) })
    },
    flush({ isLeaving } = { isLeaving: false }) {
      for (const { threadId, kind, timer } of waiting.values()) {
        clearTimeout(timer)
        // Nothing goes on after the page: what is under way is not waited for.
        if (isLeaving) void send(threadId, kind, get(threadId, kind)).catch(() => undefined)
        else void save(threadId, kind)
      }
      waiting.clear()
    },
    heed(name, stored) {
      if (!name?.startsWith(`skein.draft.${userId}.`)) return
      const draft = read(stored) ?? empty
      known.set(name, draft)
      if (!isEmpty(draft)) isStored.set(name, true)
      changedAt.set(name, Date.now())
      saved.delete(name)
      tell()
    },
    clear(threadId, kind) {
      const name = nameOf(threadId, kind)
      clearTimeout(waiting.get(name)?.timer)
      waiting.delete(name)
      // Kept as an empty one until the service has deleted it: it would otherwise be taken from there again.
      put(name, { ...empty })
      void save(threadId, kind)
    },
  }
}

function isEmpty({ text, files }: Draft): boolean {
  return text === '' && files.length === 0
}

/** As the service takes it. */
export function contentOf({ text, html }: Draft): { body: string; bodyFormat: 'text' | 'html' } {
  return html === null ? { body: text, bodyFormat: 'text' } : { body: html, bodyFormat: 'html' }
}

async function writingOf({ body, bodyFormat }: { body: string; bodyFormat: string }): Promise<Pick<Draft, 'text' | 'html'>> {
  if (bodyFormat !== 'html') return { text: body, html: null }
  const { textOfHtml } = await import('../thread/mail/clean-mail.ts')
  return { text: textOfHtml(body), html: body }
}

/** Null for what nobody wrote, and for what is no draft. Earlier versions kept the text alone. */
function read(stored: string | null): Draft | null {
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string')
      return { ...empty, text: stored }
    const html = 'html' in value && typeof value.html === 'string' ? value.html : null
    const files = 'files' in value && Array.isArray(value.files) ? value.files.filter(isFile) : []
    // Safe because only this page writes them.
    const actions = 'actions' in value && Array.isArray(value.actions) ? (value.actions as Draft['actions']) : []
    return { text: value.text, html, files, actions }
  } catch {
    return { ...empty, text: stored }
  }
}

function isFile(value: unknown): value is DraftFile {
  if (typeof value !== 'object' || value === null || !('uploadId' in value && 'filename' in value && 'size' in value)) return false
  return typeof value.uploadId === 'string' && typeof value.filename === 'string' && typeof value.size === 'number'
}

/** Null when it is no longer there. */
async function fileOf(skein: Service, uploadId: string, filename: string | undefined): Promise<DraftFile | null> {
  try {
    const { data } = await skein.getUpload({ path: { id: uploadId } })
    return data.state === 'READY' ? { uploadId, filename: filename ?? data.filename, size: data.size } : null
  } catch {
    return null
  }
}

const ofPeople = new WeakMap<SkeinClient, Map<string, Drafts>>()

/** The drafts of whoever is signed in: the same for all parts of the page. */
export function useDrafts(): Drafts {
  const { skein } = useApi()
  const meId = useMeId()
  const people = ofPeople.get(skein) ?? new Map<string, Drafts>()
  ofPeople.set(skein, people)
  const drafts = people.get(meId) ?? createDrafts(skein, { storage: localStorage, userId: meId })
  if (!people.has(meId)) addEventListener('storage', ({ key, newValue }) => drafts.heed(key, newValue))
  people.set(meId, drafts)
  return drafts
}

export function useDraft(drafts: Drafts, threadId: string, kind: DraftKind): Draft {
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(threadId, kind))
}

export function useIsSaved(drafts: Drafts, threadId: string, kind: DraftKind): boolean {
  return useSyncExternalStore(drafts.subscribe, () => drafts.isSaved(threadId, kind))
}

/** Saves what is written when the page is left. */
export function useFlushOnLeave(drafts: Drafts): void {
  useEffect(() => {
    const flush = (): void => drafts.flush({ isLeaving: true })
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [drafts])
}

/** Takes over the draft that the service has, and saves what is typed when the agent leaves the thread or changes the kind. */
export function useSavedDraft(drafts: Drafts, threadId: string, kind: DraftKind): void {
  const { data: saved, dataUpdatedAt: savedAt } = useSavedDrafts(threadId)
  useEffect(() => {
    if (saved) drafts.load(threadId, kind, saved[kind], savedAt).catch(() => undefined)
  }, [drafts, threadId, kind, saved, savedAt])
  useEffect(() => () => drafts.flush(), [drafts, threadId, kind])
}
