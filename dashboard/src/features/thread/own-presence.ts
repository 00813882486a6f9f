/** Reports to the service that the agent views a thread or types in it, and returns the other agents who do. */
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../api/api.ts'
import { getSessionUser } from '../../api/session.ts'
import { usePresentAgents, type PresentAgent } from '../threads/presence.ts'
import { useMeId } from '../threads/use-threads.ts'

/** How often a viewing agent is reported. The service drops an agent after 45 seconds without a report. */
const reportMs = 25_000
const typingMs = 4_000
/** How long the report that the agent left a thread waits for the report of the next thread, which includes it. */
const nextThreadMs = 1_500

/** How long a thread must be open before the agent counts as staying in it, instead of moving on to another one. */
const stayMs = 600

type State = 'VIEWING' | 'TYPING' | 'LEFT'

/** Returns true once the agent stays in the thread. */
export function useIsStaying(threadId: string): boolean {
  const [stayThreadId, setStayThreadId] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStayThreadId(threadId), stayMs)
    return () => clearTimeout(timer)
  }, [threadId])
  return stayThreadId === threadId
}

/** Returns the other agents who have the thread open, by name. */
export function useOtherAgents(threadId: string): readonly PresentAgent[] {
  const meId = useMeId()
  return usePresentAgents(threadId)
    .filter(({ id }) => id !== meId)
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The thread that the agent has just left, until that is reported. */
let leftThread: { threadId: string; timer: ReturnType<typeof setTimeout> } | null = null

/** Reports the agent's presence while they stay in the thread and the page is visible. Returns a function to call when they type. */
export function useOwnPresence(threadId: string, isStaying: boolean): () => void {
  const { skein, session } = useApi()
  const typedAt = useRef(0)
  const report = useRef<(state: State) => void>(() => undefined)
  useEffect(() => {
    if (!isStaying) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let reported: State = 'LEFT'
    const send = (id: string, state: State, more: { leftThreadId?: string } = {}): void => {
      // A failed report is not important: the next one follows soon.
      const body = { state, ...more }
      skein.reportPresence({ path: { id }, body, attemptsMax: 1, keepalive: state === 'LEFT' }).catch(() => undefined)
    }
    const reportState = (state: State): void => {
      clearTimeout(timer)
      reported = state
      const leftThreadId = leftThread?.threadId
      clearTimeout(leftThread?.timer)
      leftThread = null
      send(threadId, state, leftThreadId === undefined || leftThreadId === threadId ? {} : { leftThreadId })
      // Report VIEWING again when the agent has stopped typing, and before the service drops them.
      if (state !== 'LEFT') timer = setTimeout(() => reportState('VIEWING'), state === 'TYPING' ? typingMs + 1_000 : reportMs)
    }
    report.current = (state) => {
      if (document.visibilityState === 'visible') reportState(state)
    }
    const leave = (): void => {
      if (reported !== 'LEFT') reportState('LEFT')
    }
    const reportVisibility = (): void => {
      if (document.visibilityState === 'visible') reportState('VIEWING')
      else leave()
    }
    reportVisibility()
    document.addEventListener('visibilitychange', reportVisibility)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', reportVisibility)
      removeEventListener('pagehide', leave)
      clearTimeout(timer)
      report.current = () => undefined
      if (reported === 'LEFT') return
      // The report of the next thread includes that this one was left. Without a next thread, send a separate report.
      leftThread = {
        threadId,
        timer: setTimeout(() => {
          leftThread = null
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
