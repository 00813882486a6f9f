/**
 * Syncs the user's theme, language and shortcuts between localStorage and the service. The local copy lets the page start without waiting
 * for the service or flashing the wrong theme or language; the service's copy reaches the user's other devices. An unsent change is sent
 * later, and wins over the service's copy until then.
 */
import type { Preferences, SkeinClient } from '@skein/client'

export type ChosenPreferences = {
  readonly theme: Preferences['theme']
  readonly language: Preferences['language']
  readonly keys: { readonly singleKeys: boolean; readonly chosen: Readonly<Record<string, string>> }
}

type Parts = {
  meId: string
  storage: Pick<Storage, 'getItem' | 'setItem'>
  local: { read(): ChosenPreferences; write(chosen: ChosenPreferences): void; subscribe(listener: () => void): () => void }
  /** Debounce of changes before they are sent, in milliseconds. */
  idleMs?: number
}

/** The user whose preferences are stored locally, and whether they have been sent. */
type SyncState = { of: string; isSent: boolean }
const syncStateKey = 'skein.preferences'

/** Starts the sync. Returns a function that ends it. */
export function syncPreferences(
  skein: Pick<SkeinClient, 'getPreferences' | 'updatePreferences'>,
  { meId, storage, local, idleMs = 400 }: Parts,
): () => void {
  let isWritingLocal = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const setSent = (isSent: boolean): void => storage.setItem(syncStateKey, JSON.stringify({ of: meId, isSent } satisfies SyncState))
  const isUnsent = (): boolean => {
    const state = readSyncState(storage)
    return state?.of === meId && !state.isSent
  }
  const send = async (): Promise<void> => {
    if (isOver || !isUnsent()) return
    const sent = local.read()
    try {
      await skein.updatePreferences({
        body: { theme: sent.theme, language: sent.language, keys: { ...sent.keys, chosen: { ...sent.keys.chosen } } },
      })
      if (isSame(sent, local.read())) setSent(true)
    } catch {
      // The change stays unsent until the next change, the `online` event, or the next start.
    }
  }
  const receive = async (): Promise<void> => {
    const before = local.read()
    const state = readSyncState(storage)
    try {
      const { theme, language, keys } = (await skein.getPreferences()).data
      // A change that the user made during the request is newer than its response.
      if (isOver || !isSame(before, local.read())) return
      // The browser has preferences from before the service stored any: upload them.
      if (state === null && isSame({ theme, language, keys }, defaults) && !isSame(before, defaults)) {
        setSent(false)
        return await send()
      }
      isWritingLocal = true
      // Set the flag before the write, because changing the language reloads the page.
      setSent(true)
      if (!isSame(before, { theme, language, keys })) local.write({ theme, language, keys })
    } catch {
      // Without a response, keep the local preferences.
    } finally {
      isWritingLocal = false
    }
  }
  const unsubscribe = local.subscribe(() => {
    if (isWritingLocal) return
    setSent(false)
    clearTimeout(timer)
    timer = setTimeout(() => void send(), idleMs)
  })
  const retry = (): void => void send()
  globalThis.addEventListener?.('online', retry)
  void (isUnsent() ? send() : receive())
  return () => {
    // Unsent changes are sent at the next start.
    isOver = true
    clearTimeout(timer)
    unsubscribe()
    globalThis.removeEventListener?.('online', retry)
  }
}

const defaults: ChosenPreferences = { theme: 'SYSTEM', language: null, keys: { singleKeys: true, chosen: {} } }

function isSame(a: ChosenPreferences, b: ChosenPreferences): boolean {
  const flat = ({ theme, language, keys: { singleKeys, chosen } }: ChosenPreferences): string =>
    JSON.stringify([theme, language, singleKeys, Object.entries(chosen).toSorted(([one], [other]) => (one < other ? -1 : 1))])
  return flat(a) === flat(b)
}

function readSyncState(storage: Pick<Storage, 'getItem'>): SyncState | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(syncStateKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('of' in stored) || typeof stored.of !== 'string') return null
    return { of: stored.of, isSent: 'isSent' in stored && stored.isSent === true }
  } catch {
    return null
  }
}
