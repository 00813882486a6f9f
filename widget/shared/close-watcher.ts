/** The part of CloseWatcher that is used here. TypeScript's types lack it. */
type Watcher = EventTarget & { destroy(): void }
declare const CloseWatcher: (new () => Watcher) | undefined

/** Calls `close` on the device's back gesture. Returns the way to stop it; null in browsers without CloseWatcher. */
export function createCloseWatcher(close: () => void): (() => void) | null {
  if (typeof CloseWatcher === 'undefined') return null
  const watcher = new CloseWatcher()
  watcher.addEventListener('close', close)
  return () => watcher.destroy()
}
