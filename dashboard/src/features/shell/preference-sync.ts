/**
 * What somebody has chosen is in their browser, so that nothing flashes at the start and nothing waits for the service, and with the
 * service, which has it for their other machines. A choice that could not be sent is sent later, and until then it is what counts here.
 */
import type { Preferences, SkeinClient } from '@skein/client'

export type Chosen = {
  readonly theme: Preferences['theme']
  readonly keys: { readonly singleKeys: boolean; readonly chosen: Readonly<Record<string, string>> }
}

type Parts = {
  meId: string
  storage: Pick<Storage, 'getItem' | 'setItem'>
  here: { read(): Chosen; write(chosen: Chosen): void; subscribe(listener: () => void): () => void }
  /** After the last of several changes. */
  idleMs?: number
}

/** Whose choice the browser has, and whether the service has it, too. */
type Mark = { of: string; isSent: boolean }
const markKey = 'skein.preferences'

/** Returns the function that ends it. */
export function syncPreferences(
  skein: Pick<SkeinClient, 'getPreferences' | 'updatePreferences'>,
  { meId, storage, here, idleMs = 400 }: Parts,
): () => void {
  let isTaking = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const mark = (isSent: boolean): void => storage.setItem(markKey, JSON.stringify({ of: meId, isSent } satisfies Mark))
  const isUnsent = (): boolean => {
    const kept = readMark(storage)
    return kept?.of === meId && !kept.isSent
  }
  const send = async (): Promise<void> => {
    if (isOver || !isUnsent()) return
    const sent = here.read()
    try {
      await skein.updatePreferences({ body: { theme: sent.theme, keys: { ...sent.keys, chosen: { ...sent.keys.chosen } } } })
      if (isSame(sent, here.read())) mark(true)
    } catch {
      // It stays here, and is sent with the next change, when the connection is back, or at the next start.
    }
  }
  const take = async (): Promise<void> => {
    const before = here.read()
    const kept = readMark(storage)
    try {
      const { theme, keys } = (await skein.getPreferences()).data
      // What was chosen while the answer was on its way is newer.
      if (isOver || !isSame(before, here.read())) return
      // From before the service kept it.
      if (kept === null && isSame({ theme, keys }, nothingChosen) && !isSame(before, nothingChosen)) {
        mark(false)
        return await send()
      }
      isTaking = true
      if (!isSame(before, { theme, keys })) here.write({ theme, keys })
      mark(true)
    } catch {
      // What is here is used.
    } finally {
      isTaking = false
    }
  }
  const end = here.subscribe(() => {
    if (isTaking) return
    mark(false)
    clearTimeout(timer)
    timer = setTimeout(() => void send(), idleMs)
  })
  const again = (): void => void send()
  globalThis.addEventListener?.('online', again)
  void (isUnsent() ? send() : take())
  return () => {
    // What waits is sent at the next start.
    isOver = true
    clearTimeout(timer)
    end()
    globalThis.removeEventListener?.('online', again)
  }
}

const nothingChosen: Chosen = { theme: 'SYSTEM', keys: { singleKeys: true, chosen: {} } }

function isSame(a: Chosen, b: Chosen): boolean {
  const flat = ({ theme, keys: { singleKeys, chosen } }: Chosen): string =>
    JSON.stringify([theme, singleKeys, Object.entries(chosen).toSorted(([one], [other]) => (one < other ? -1 : 1))])
  return flat(a) === flat(b)
}

function readMark(storage: Pick<Storage, 'getItem'>): Mark | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(markKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('of' in kept) || typeof kept.of !== 'string') return null
    return { of: kept.of, isSent: 'isSent' in kept && kept.isSent === true }
  } catch {
    return null
  }
}
