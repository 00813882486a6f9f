/** Tells the others who looks at a thread and who types there, and shows them to each other. */
import { useEffect, useRef } from 'react'
import { useApi } from '../../api/api.ts'
import { usePresent, type Present } from '../threads/presence.ts'
import { useMeId } from '../threads/use-threads.ts'

/** The service forgets people after 45 seconds without a report. */
const reportMs = 25_000
const typingMs = 4_000

type State = 'VIEWING' | 'TYPING' | 'LEFT'

/** Everybody else who is in the thread, by name. */
export function useOthers(threadId: string): readonly Present[] {
  const meId = useMeId()
  return usePresent(threadId)
    .filter(({ id }) => id !== meId)
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Reports this thread while it is in sight. Returns what to call when somebody types. */
export function useOwnPresence(threadId: string): () => void {
  const { skein } = useApi()
  const typedAt = useRef(0)
  const report = useRef<(state: State) => void>(() => undefined)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let told: State = 'LEFT'
    const tell = (state: State): void => {
      clearTimeout(timer)
      told = state
      // Nobody works less well for not being seen: a failure is left alone, and the next report follows.
      skein.reportPresence({ path: { id: threadId }, body: { state }, attemptsMax: 1, keepalive: state === 'LEFT' }).catch(() => undefined)
      // Whoever stops typing is back to looking; whoever looks says so before the service forgets it.
      if (state !== 'LEFT') timer = setTimeout(() => tell('VIEWING'), state === 'TYPING' ? typingMs + 1_000 : reportMs)
    }
    report.current = (state) => {
      if (document.visibilityState === 'visible') tell(state)
    }
    const leave = (): void => {
      if (told !== 'LEFT') tell('LEFT')
    }
    const look = (): void => {
      if (document.visibilityState === 'visible') tell('VIEWING')
      else leave()
    }
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pagehide', leave)
      leave()
      clearTimeout(timer)
    }
  }, [skein, threadId])
  return () => {
    if (Date.now() - typedAt.current < typingMs) return
    typedAt.current = Date.now()
    report.current('TYPING')
  }
}
