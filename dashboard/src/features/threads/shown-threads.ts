/** Threads that the visible tabs of this browser show. Each tab holds a Web Lock for its thread, which other tabs can query. */
import { useEffect } from 'react'

const lockName = (threadId: string): string => `skein.shown.${threadId}`
// Browsers provide Web Locks only on HTTPS pages.
const getLocks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks

/** Whether a visible tab shows the thread. */
export async function isThreadShown(threadId: string): Promise<boolean> {
  const { held = [] } = (await getLocks()?.query()) ?? {}
  return held.some(({ name }) => name === lockName(threadId))
}

/** Announces to the other tabs that this one shows the thread while it is visible. */
export function useShownThread(threadId: string): void {
  useEffect(() => {
    let release: (() => void) | null = null
    const update = (): void => {
      if (document.visibilityState !== 'visible') {
        release?.()
        release = null
      } else if (release === null) {
        const { promise, resolve } = Promise.withResolvers<void>()
        release = resolve
        getLocks()
          ?.request(lockName(threadId), { mode: 'shared' }, () => promise)
          .catch(() => undefined)
      }
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      release?.()
    }
  }, [threadId])
}
