/** Tells the others who looks at a thread and who types there, and shows them to each other. */
import { useEffect, useRef } from 'react'
import { useApi } from '../../api/api.ts'
import { getSessionUser } from '../../api/session.ts'
import { usePresentAgents, type PresentAgent } from '../threads/presence.ts'
import { useMeId } from '../threads/use-threads.ts'

/** The service forgets people after 45 seconds without a report. */
const reportMs = 25_000
const typingMs = 4_000
/** Longer than it takes until the next thread is reported. */
const nextThreadMs = 1_500

type State = 'VIEWING' | 'TYPING' | 'LEFT'

/** Everybody else who is in the thread, by name. */
export function useOthers(threadId: string): readonly PresentAgent[] {
  const meId = useMeId()
  return usePresentAgents(threadId)
    .filter(({ id }) => id !== meId)
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The thread that the agent has just left, until the service knows. */
let left: { threadId: string; timer: ReturnType<typeof setTimeout> } | null = null

/** Reports the thread once the agent stays in it, while it is in sight. Returns what to call when somebody types. */
export function useOwnPresence(threadId: string, isStaying: boolean): () => void {
  const { skein, session } = useApi()
  const typedAt = useRef(0)
  const report = useRef<(state: State) => void>(() => undefined)
  useEffect(() => {
    if (!isStaying) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let told: State = 'LEFT'
    const send = (id: string, state: State, more: { leftThreadId?: string } = {}): void => {
      // Nobody works less well for not being seen: a failure is left alone, and the next report follows.
      const body = { state, ...more }
      skein.reportPresence({ path: { id }, body, attemptsMax: 1, keepalive: state === 'LEFT' }).catch(() => undefined)
    }
    const tell = (state: State): void => {
      clearTimeout(timer)
      told = state
      const leftThreadId = left?.threadId
      clearTimeout(left?.timer)
      left = null
      send(threadId, state, leftThreadId === undefined || leftThreadId === threadId ? {} : { leftThreadId })
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
      clearTimeout(timer)
      report.current = () => undefined
      if (told === 'LEFT') return
      // The report of the next thread says that this one was left. Without a next thread, it is said on its own.
      left = {
        threadId,
        timer: setTimeout(() => {
          left = null
          if (getSessionUser(session.store.get())) send(threadId, 'LEFT')
        }, nextThreadMs),
      }
    }
  }, [skein, session, threadId, isStaying])
  return () => {
    if (Date.now() - typedAt.current < typingMs) return
    typedAt.current = Date.now()
    report.current('TYPING')
  }
}
