/** Reports that the agent is viewing the thread or typing in it, and returns the other agents who are. */
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../api/api.ts'
import { getSessionUser } from '../../api/session.ts'
import { usePresentAgents, type PresentAgent } from '../threads/presence.ts'
import { useMeId } from '../threads/use-threads.ts'

/** Heartbeat interval in milliseconds. The service drops an agent after 45 seconds without a report. */
const reportMs = 25_000
const typingMs = 4_000
/** Delay in milliseconds of the report that the agent has left a thread. The report of the next thread usually includes it. */
const nextThreadMs = 1_500

/** Minimum time on a thread before the agent counts as viewing it, rather than just passing by. */
const stayMs = 600

type State = 'VIEWING' | 'TYPING' | 'LEFT'

/** Returns true once the agent counts as viewing the thread. */
export function useIsStaying(threadId: string): boolean {
  const [stayThreadId, setStayThreadId] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStayThreadId(threadId), stayMs)
    return () => clearTimeout(timer)
  }, [threadId])
  return stayThreadId === threadId
}

/** Returns the other agents who have the thread open, sorted by name. */
export function useOtherAgents(threadId: string): readonly PresentAgent[] {
  const meId = useMeId()
  return usePresentAgents(threadId)
    .filter(({ id }) => id !== meId)
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The thread that the agent has just left, until a report includes it. */
let leftThread: { threadId: string; timer: ReturnType<typeof setTimeout> } | null = null

/**
 * Reports the agent's presence while the agent is viewing the thread and the page is visible. Returns a function to call on each keystroke.
 */
export function useOwnPresence(threadId: string, isStaying: boolean): () => void {
  const { skein, session } = useApi()
  const typedAt = useRef(0)
  const report = useRef<(state: State) => void>(() => undefined)
  useEffect(() => {
    if (!isStaying) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let reported: State = 'LEFT'
    const send = (id: string, state: State, more: { leftThreadId?: string } = {}): void => {
      // Ignore a failed report: the next heartbeat follows soon.
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
      // The next thread's report also says that the agent left this one. If there is no next thread, send a separate report.
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
