/**
 * The agent's drafts, by thread and kind. Each change is stored in localStorage immediately, so that a crash or an expired session loses
 * nothing, and saved to the service after a debounce, so that other devices have the draft.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, type Draft as ServiceDraft, type SkeinClient } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { draftPrefix, markDraft, newThreadPrefix } from './draft-marks.ts'
import { empty, isEmpty, parseDraft, type Draft, type DraftFile } from './draft.ts'
import { useMeId, useSavedDrafts } from './use-threads.ts'

export type { ChosenRecipients, Draft, DraftFile, MailAddress } from './draft.ts'

export type DraftKind = 'reply' | 'note'
type Service = Pick<SkeinClient, 'saveDraft' | 'deleteDraft' | 'getUpload'>
/** A draft as the service stores it. */
type SavedDraft = Pick<ServiceDraft, 'body' | 'bodyFormat' | 'attachments'>
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const idleMs = 2_000
/** Maximum number of characters to save while the page closes. Browsers limit keepalive requests to 64 KB in total. */
const maxKeepaliveLength = 10_000

/**
 * Returns the id of the draft of a new thread's mail, one per customer. Only this browser stores it, because the service stores drafts per
 * thread.
 */
export function toNewThreadId(customerId: string | undefined): string {
  return customerId === undefined ? newThreadPrefix : `${newThreadPrefix}.${customerId}`
}

export type Drafts = {
  /** Returns the draft. The reference is stable until the draft changes. */
  get(threadId: string, kind: DraftKind): Draft
  subscribe(listener: () => void): () => void
  /** Whether the service has the current version of the draft. */
  isSaved(threadId: string, kind: DraftKind): boolean
  /**
   * Loads the draft that the service had at `savedAt` (null for none), unless this browser has its own draft or has changed it since then.
   * If the draft was sent but deleting it on the service failed, deletes it there again.
   */
  load(threadId: string, kind: DraftKind, saved: SavedDraft | null, savedAt: number): Promise<void>
  write(threadId: string, kind: DraftKind, change: Partial<Draft>): void
  /** Saves pending drafts to the service. With `isLeaving`, does not wait for running requests. */
  flush(how?: { isLeaving: boolean }): void
  /** Applies a change that another tab made in localStorage. */
  applyStorageChange(name: string | null, stored: string | null): void
  /** Removes a draft that has been sent. */
  clear(threadId: string, kind: DraftKind): void
}

export function createDrafts(skein: Service, { storage, userId }: { storage: DraftStorage; userId: string }): Drafts {
  const known = new Map<string, Draft>()
  const saved = new Set<string>()
  const listeners = new Set<() => void>()
  const waiting = new Map<string, { threadId: string; kind: DraftKind; timer: ReturnType<typeof setTimeout> }>()
  const saving = new Set<string>()
  /** Times of the last local change of each draft. A response that was requested earlier is stale. */
  const changedAt = new Map<string, number>()
  /** Whether the service has a draft. Deleting a missing one would only log a 404 in the browser's console. */
  const isStored = new Map<string, boolean>()
  const prefix = `${draftPrefix}${userId}.`
  const getKey = (threadId: string, kind: DraftKind): string => `${prefix}${kind}.${threadId}`
  const notify = (): void => {
    for (const listener of listeners) listener()
  }
  const get = (threadId: string, kind: DraftKind): Draft => {
    const name = getKey(threadId, kind)
    const draft = known.get(name) ?? parseDraft(storage.getItem(name)) ?? empty
    known.set(name, draft)
    return draft
  }
  const put = (name: string, draft: Draft): void => {
    known.set(name, draft)
    changedAt.set(name, Date.now())
    saved.delete(name)
    markDraft(name, !isEmpty(draft))
    try {
      storage.setItem(name, JSON.stringify(draft))
    } catch {
      // localStorage is full. The draft stays in memory, and the service saves it.
    }
    notify()
  }
  const send = async (threadId: string, kind: DraftKind, draft: Draft): Promise<void> => {
    if (threadId.startsWith(newThreadPrefix)) return
    const at = { path: { id: threadId }, query: { kind } }
    const attachments = draft.files.map(({ uploadId, filename }) => ({ uploadId, filename }))
    const name = getKey(threadId, kind)
    if (!isEmpty(draft)) {
      // Set the flag before the response, because the service may have stored the draft even if the request fails.
      isStored.set(name, true)
      const content = toMessageBody(draft)
      await skein.saveDraft({ ...at, body: { ...content, attachments }, keepalive: content.body.length <= maxKeepaliveLength })
      return
    }
    if (isStored.get(name) === false) return
    try {
      await skein.deleteDraft({ ...at, keepalive: true })
    } catch (error) {
      // A 404 means that the draft was never saved or is already deleted.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
    isStored.set(name, false)
  }
  /** Saves a draft, one request at a time: an earlier save that arrives after a later one would restore a sent draft. */
  const save = async (threadId: string, kind: DraftKind): Promise<void> => {
    const name = getKey(threadId, kind)
    waiting.delete(name)
    if (saving.has(name)) return
    saving.add(name)
    const draft = get(threadId, kind)
    // After a failure, the draft stays in the browser and is saved with its next change.
    const isSent = await send(threadId, kind, draft).then(
      () => true,
      () => false,
    )
    saving.delete(name)
    if (known.get(name) !== draft) {
      if (!waiting.has(name)) await save(threadId, kind)
    } else if (isSent) {
      changedAt.set(name, Date.now())
      saved.add(name)
      // Keep the entry if another tab has started a new draft.
      if (isEmpty(draft) && isEmpty(parseDraft(storage.getItem(name)) ?? empty)) storage.removeItem(name)
      notify()
    }
  }
  return {
    get,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSaved: (threadId, kind) => saved.has(getKey(threadId, kind)),
    async load(threadId, kind, savedDraft, savedAt) {
      const name = getKey(threadId, kind)
      const isOutdated = (): boolean => storage.getItem(name) !== null || (changedAt.get(name) ?? 0) >= savedAt
      if (!isStored.has(name) || (savedDraft !== null && savedAt > (changedAt.get(name) ?? 0))) isStored.set(name, savedDraft !== null)
      // An empty entry means that the draft was sent or cleared, but not yet deleted on the service.
      if (storage.getItem(name) !== null && isEmpty(get(threadId, kind)) && !waiting.has(name)) return save(threadId, kind)
      if (isOutdated()) return
      if (savedDraft === null) return markDraft(name, false)
      const files = await Promise.all(savedDraft.attachments.map(async ({ uploadId, filename }) => findFile(skein, uploadId, filename)))
      const writing = await toWriting(savedDraft)
      // The agent may have started to type during these requests.
      if (isOutdated()) return
      known.set(name, { ...empty, ...writing, files: files.flatMap((file) => file ?? []) })
      markDraft(name, true)
      notify()
    },
    write(threadId, kind, change) {
      const name = getKey(threadId, kind)
      put(name, { ...get(threadId, kind), ...change })
      clearTimeout(waiting.get(name)?.timer)
      waiting.set(name, { threadId, kind, timer: setTimeout(() => void save(threadId, kind), idleMs) })
    },
    flush({ isLeaving } = { isLeaving: false }) {
      for (const { threadId, kind, timer } of waiting.values()) {
        clearTimeout(timer)
        // A closing page cannot wait for a running save, so its draft is sent immediately.
        if (isLeaving) void send(threadId, kind, get(threadId, kind)).catch(() => undefined)
        else void save(threadId, kind)
      }
      waiting.clear()
    },
    applyStorageChange(name, stored) {
      if (!name?.startsWith(prefix)) return
      const draft = parseDraft(stored) ?? empty
      known.set(name, draft)
      if (!isEmpty(draft)) isStored.set(name, true)
      changedAt.set(name, Date.now())
      saved.delete(name)
      notify()
    },
    clear(threadId, kind) {
      const name = getKey(threadId, kind)
      clearTimeout(waiting.get(name)?.timer)
      waiting.delete(name)
      // Keep the empty entry until the service has deleted the draft. Otherwise the draft would be loaded from the service again.
      put(name, { ...empty })
      void save(threadId, kind)
    },
  }
}

/** Converts a draft to the body of an API request. */
export function toMessageBody({ text, html }: Draft): { body: string; bodyFormat: 'text' | 'html' } {
  return html === null ? { body: text, bodyFormat: 'text' } : { body: html, bodyFormat: 'html' }
}

async function toWriting({ body, bodyFormat }: { body: string; bodyFormat: string }): Promise<Pick<Draft, 'text' | 'html'>> {
  if (bodyFormat !== 'html') return { text: body, html: null }
  const { htmlToText } = await import('./mail/clean-mail.ts')
  return { text: htmlToText(body), html: body }
}

/** Returns the uploaded file; null when the upload has expired. */
async function findFile(skein: Service, uploadId: string, filename: string | undefined): Promise<DraftFile | null> {
  try {
    const { data } = await skein.getUpload({ path: { id: uploadId } })
    return data.state === 'READY' ? { uploadId, filename: filename ?? data.filename, size: data.size } : null
  } catch {
    return null
  }
}

const draftsByClient = new WeakMap<SkeinClient, Map<string, Drafts>>()

/** Returns the drafts of the signed-in agent, which all components share. */
export function useDrafts(): Drafts {
  const { skein } = useApi()
  const meId = useMeId()
  const draftsByUser = draftsByClient.get(skein) ?? new Map<string, Drafts>()
  draftsByClient.set(skein, draftsByUser)
  const drafts = draftsByUser.get(meId) ?? createDrafts(skein, { storage: localStorage, userId: meId })
  if (!draftsByUser.has(meId)) addEventListener('storage', ({ key, newValue }) => drafts.applyStorageChange(key, newValue))
  draftsByUser.set(meId, drafts)
  return drafts
}

export function useDraft(drafts: Drafts, threadId: string, kind: DraftKind): Draft {
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(threadId, kind))
}

export function useIsSaved(drafts: Drafts, threadId: string, kind: DraftKind): boolean {
  return useSyncExternalStore(drafts.subscribe, () => drafts.isSaved(threadId, kind))
}

/** Saves drafts when the agent closes the page. */
export function useFlushOnLeave(drafts: Drafts): void {
  useEffect(() => {
    const flush = (): void => drafts.flush({ isLeaving: true })
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [drafts])
}

/** Loads the draft from the service, and saves it when the agent leaves the thread or switches between reply and note. */
export function useSavedDraft(drafts: Drafts, threadId: string, kind: DraftKind): void {
  const { data: saved, dataUpdatedAt: savedAt } = useSavedDrafts(threadId)
  useEffect(() => {
    if (saved) drafts.load(threadId, kind, saved[kind], savedAt).catch(() => undefined)
  }, [drafts, threadId, kind, saved, savedAt])
  useEffect(() => () => drafts.flush(), [drafts, threadId, kind])
}
