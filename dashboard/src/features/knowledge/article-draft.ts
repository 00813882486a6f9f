/**
 * The text of one article while its user writes. Each change is stored in localStorage at once, so that closing the tab or a lost network
 * loses nothing, and is saved to the service when the user pauses. Saves follow one another. If a response is lost, the same request is
 * repeated with the same idempotency key before any later one, because the service may have carried it out.
 */
import { ApiError, type KbArticle, type SkeinClient } from '@skein/client'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'

export type ArticleText = Pick<KbArticle, 'title' | 'body' | 'bodyFormat'>
/** An article with the ETag of the version that was read. */
export type ReadArticle = { record: KbArticle; etag: string | null }

type NewArticle = { collectionId?: string | null; locale?: string }
/** A request whose response has not arrived. */
type Sent = { key: string; etag: string | null; body: Partial<ArticleText> & NewArticle }
type Stored = { text: ArticleText; etag: string | null; sent: Sent | null }

/** `waiting`: changed, and saved when the user pauses. `failed`: the last save failed and will be repeated. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

export type DraftState = {
  text: ArticleText
  /** The article as the service has it; null before it is created. */
  read: ReadArticle | null
  save: SaveState
  error: unknown
  /** After a conflict: the version that another user has saved. */
  theirs: ReadArticle | null
  /** Rises when the text was replaced by anything but typing, so that the editor loads it again. */
  loadId: number
}

export type ArticleDraft = {
  get(): DraftState
  subscribe(listener: () => void): () => void
  /** Changes the text. `isTyped` is false for changes that the editor does not have yet. */
  write(change: Partial<ArticleText>, how?: { isTyped: boolean }): void
  /**
   * Takes a newer version that this page or another user has saved. Unsaved changes stay; it is a conflict if the other version has changed
   * the same part.
   */
  adopt(read: ReadArticle): void
  /** Saves now. Resolves to whether the service has the current text. */
  flush(): Promise<boolean>
  /** Ends a conflict with the version of the other user, or by saving the own text over it. */
  resolve(choice: 'theirs' | 'mine'): Promise<void>
  /** Reads the article again, after the service refused a change. */
  reload(): Promise<void>
  /** Forgets unsaved changes of a deleted article. */
  discard(): void
  /** Saves what is unsaved while the page closes, and stops the timers. */
  close(): void
}

type Service = Pick<SkeinClient, 'createKbArticle' | 'updateKbArticle' | 'getKbArticle'>
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Options = {
  skein: Service
  storage: DraftStorage
  userId: string
  /** Null for a new article. */
  read: ReadArticle | null
  /** Fields of a new article that its text does not contain. */
  initial?: NewArticle & Partial<Pick<ArticleText, 'title'>>
  onSaved: (read: ReadArticle, isNew: boolean) => void
}

const idleMs = 1_500
const retryMs = 5_000
/** Maximum number of characters to save while the page closes. Browsers limit keepalive requests to 64 KB in total. */
const maxKeepaliveLength = 10_000
const fields = ['title', 'body', 'bodyFormat'] as const

export const toStorageKey = (userId: string, id: string | null): string => `skein.article.${userId}.${id ?? 'new'}`

export function createArticleDraft({ skein, storage, userId, read, initial = {}, onSaved }: Options): ArticleDraft {
  const { title = '', ...created } = initial
  const toText = (from: ReadArticle | null): ArticleText => (from ? pickText(from.record) : { title, body: '', bodyFormat: 'html' })
  let storageKey = toStorageKey(userId, read?.record.id ?? null)
  const stored = parseStored(storage.getItem(storageKey))
  let sent = stored?.sent ?? null
  let state: DraftState = { text: stored?.text ?? toText(read), read, save: 'saved', error: null, theirs: null, loadId: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null
  let isClosed = false
  const listeners = new Set<() => void>()
  const set = (change: Partial<DraftState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  /** Returns the fields with unsaved changes. The service trims titles. */
  const listDirty = (base = toText(state.read)): (typeof fields)[number][] =>
    fields.filter((name) => (name === 'title' ? state.text.title.trim() !== base.title.trim() : state.text[name] !== base[name]))
  const isDirty = (): boolean => listDirty().length > 0
  const store = (): void => {
    try {
      if (!isDirty() && sent === null) storage.removeItem(storageKey)
      else storage.setItem(storageKey, JSON.stringify({ text: state.text, etag: state.read?.etag ?? null, sent } satisfies Stored))
    } catch {
      // localStorage is full. The text stays in memory, and the service saves it.
    }
  }
  const saveLater = (ms: number): void => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void flush(), ms)
  }

  /** Returns the next request: the one without a response, or the unsaved changes. Null if there is nothing to save yet. */
  const getRequest = (): Sent | null => {
    if (sent) return sent
    if (!isDirty()) return null
    const changed = state.read === null ? fields : listDirty()
    // Safe because each entry is a field of the text.
    const body = Object.fromEntries(changed.map((name) => [name, state.text[name]])) as Sent['body']
    // An article needs a title. Until it has one, its text stays in this browser.
    if (body.title?.trim() === '') delete body.title
    if (state.read === null)
      return body.title === undefined ? null : { key: newIdempotencyKey(), etag: null, body: { ...created, ...body } }
    return Object.keys(body).length === 0 ? null : { key: newIdempotencyKey(), etag: state.read.etag, body }
  }
  const send = async ({ key, etag, body }: Sent): Promise<ReadArticle> => {
    const options = { idempotencyKey: key, keepalive: JSON.stringify(body).length <= maxKeepaliveLength }
    if (state.read === null) {
      // Safe because a new article is not sent before it has a title.
      const { data, etag: version } = await skein.createKbArticle({ body: body as ArticleText, ...options })
      return { record: data, etag: version }
    }
    const path = { id: state.read.record.id }
    const match = etag === null ? {} : { ifMatch: etag }
    const { data, etag: version } = await skein.updateKbArticle({ path, body: { ...body, autosave: true }, ...options, ...match })
    return { record: data, etag: version }
  }
  const saveOnce = async (): Promise<boolean> => {
    const request = getRequest()
    if (request === null) {
      set({ save: isDirty() ? 'waiting' : 'saved', error: null })
      return !isDirty()
    }
    sent = request
    store()
    set({ save: 'saving' })
    try {
      const saved = await send(request)
      sent = null
      const isNew = state.read === null
      if (isNew) {
        storage.removeItem(storageKey)
        storageKey = toStorageKey(userId, saved.record.id)
      }
      // The service may have changed the text: it cleans HTML. The editor keeps its own, until the user opens the article again.
      const isSent = request.body.body !== undefined && request.body.body === state.text.body
      set({ read: saved, text: isSent ? { ...state.text, body: saved.record.body } : state.text, error: null, save: 'saved' })
      store()
      onSaved(saved, isNew)
      return isDirty() ? saveOnce() : true
    } catch (error) {
      // A refusal is an answer, so the next attempt is a new request. Without one, the same request is repeated.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) sent = null
      store()
      if (error instanceof ApiError && error.status === 412 && state.read !== null) {
        const theirs = await readAgain(state.read.record.id)
        if (theirs !== null && !overlaps(theirs)) {
          // The other change was about another field, such as the order.
          set({ read: theirs })
          return saveOnce()
        }
        set({ save: 'conflict', error: null, theirs })
        return false
      }
      set({ save: 'failed', error })
      if (sent !== null) saveLater(retryMs)
      return false
    }
  }
  const readAgain = async (id: string): Promise<ReadArticle | null> => {
    try {
      const { data, etag } = await skein.getKbArticle({ path: { id } })
      return { record: data, etag }
    } catch {
      return null
    }
  }
  const flush = (): Promise<boolean> => {
    clearTimeout(timer)
    if (state.save === 'conflict') return Promise.resolve(false)
    running ??= saveOnce().finally(() => {
      running = null
    })
    return running
  }
  /** Whether another version has changed a field that has unsaved changes. */
  const overlaps = (next: ReadArticle): boolean => {
    const base = toText(state.read)
    return listDirty().some((name) => next.record[name] !== base[name])
  }
  const adopt = (next: ReadArticle): void => {
    // A running save returns a newer version than this one, so ignore it until the response arrives.
    if (sent !== null || state.save === 'conflict' || next.record.version <= (state.read?.record.version ?? 0)) return
    if (overlaps(next)) return set({ save: 'conflict', theirs: next })
    const text = toText(next)
    for (const name of listDirty()) Object.assign(text, { [name]: state.text[name] })
    const isReplaced = text.body !== state.text.body || text.bodyFormat !== state.text.bodyFormat
    set({ read: next, text, loadId: state.loadId + (isReplaced ? 1 : 0) })
    set({ save: isDirty() ? 'waiting' : 'saved' })
    store()
  }
  // Text of an earlier visit: saved now, or a conflict if another user has saved a version since then.
  if (stored && isDirty()) {
    const isOutdated = read !== null && stored.sent === null && stored.etag !== null && stored.etag !== read.etag
    state = isOutdated ? { ...state, save: 'conflict', theirs: read } : { ...state, save: 'waiting' }
    if (!isOutdated) saveLater(0)
  } else if (stored) {
    sent = null
    store()
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    write(change, { isTyped } = { isTyped: true }) {
      set({
        text: { ...state.text, ...change },
        loadId: state.loadId + (isTyped ? 0 : 1),
        ...(state.save === 'conflict' || state.save === 'saving' ? {} : { save: 'waiting' }),
      })
      store()
      if (state.save !== 'conflict') saveLater(idleMs)
    },
    adopt,
    flush,
    async resolve(choice) {
      const id = state.read?.record.id
      const theirs = state.theirs ?? (id === undefined ? null : await readAgain(id))
      if (theirs === null) return
      if (choice === 'theirs') set({ read: theirs, text: toText(theirs), loadId: state.loadId + 1, theirs: null, save: 'saved' })
      else set({ read: theirs, theirs: null, save: 'waiting' })
      store()
      onSaved(theirs, false)
      if (choice === 'mine') await flush()
    },
    async reload() {
      const next = state.read && (await readAgain(state.read.record.id))
      if (!next) return
      adopt(next)
      onSaved(next, false)
    },
    discard() {
      isClosed = true
      clearTimeout(timer)
      sent = null
      set({ text: toText(state.read), save: 'saved' })
      store()
    },
    close() {
      isClosed = true
      void flush()
    },
  }
}

function pickText({ title, body, bodyFormat }: KbArticle): ArticleText {
  return { title, body, bodyFormat }
}

function parseStored(stored: string | null): Stored | null {
  if (stored === null) return null
  try {
    const parsed: unknown = JSON.parse(stored)
    if (typeof parsed !== 'object' || parsed === null || !('text' in parsed)) return null
    // Safe because only this file writes the entry.
    return parsed as Stored
  } catch {
    return null
  }
}
