/** The frame's storage, which browsers separate by website. Where they block it, values live as long as the document. */
import { isPortal } from './bridge.ts'

type Kind = 'localStorage' | 'sessionStorage'

/** Start of all keys. A help centre's host also serves chats, so its page of requests has keys of its own. */
export const keyPrefix = `${isPortal ? 'skein-portal' : 'skein'}:${document.documentElement.dataset['key']}:`
const memory = new Map<string, string>()
let isAllowed = true

/** Whether the browser blocks storage, or the site has said that the visitor does not consent to it. */
export function isBlocked(): boolean {
  return !isAllowed || open('localStorage') === null
}

/** Without consent nothing stays stored. */
export function setConsent(isGiven: boolean): void {
  isAllowed = isGiven
  if (!isGiven) for (const kind of ['localStorage', 'sessionStorage'] as const) clear(kind)
}

function open(kind: Kind): Storage | null {
  try {
    const storage = globalThis[kind]
    storage.getItem('')
    return storage
  } catch {
    return null
  }
}

/** One JSON value. `localStorage` is shared by tabs, `sessionStorage` belongs to one tab and survives its navigation. */
export function stored<Value>(kind: Kind, name: string): { read: () => Value | null; write: (value: Value | null) => void } {
  const key = keyPrefix + name
  return {
    read() {
      const text = (isAllowed ? open(kind)?.getItem(key) : null) ?? memory.get(key)
      try {
        // Safe because only `write` writes this key.
        return text === undefined ? null : (JSON.parse(text) as Value)
      } catch {
        return null
      }
    },
    write(value) {
      const storage = isAllowed ? open(kind) : null
      memory.delete(key)
      try {
        if (value === null) storage?.removeItem(key)
        else if (storage) storage.setItem(key, JSON.stringify(value))
        else memory.set(key, JSON.stringify(value))
      } catch {
        // The storage is full.
        memory.set(key, JSON.stringify(value))
      }
    },
  }
}

/** Removes everything that the frame has stored for this chat. */
export function clearStorage(): void {
  clearTab()
  clear('localStorage')
}

/** Removes what belongs to this tab alone: drafts and unsent messages. */
export function clearTab(): void {
  memory.clear()
  clear('sessionStorage')
}

function clear(kind: Kind): void {
  const storage = open(kind)
  if (!storage) return
  for (const key of Object.keys(storage)) if (key.startsWith(keyPrefix)) storage.removeItem(key)
}
