/** Detects that the agent stays in a thread instead of moving on to another one. */
import { useEffect, useState } from 'react'

const stayMs = 600

/** Returns true once the thread has been open for 0.6 seconds. */
export function useIsStaying(threadId: string): boolean {
  const [stayThreadId, setStayThreadId] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStayThreadId(threadId), stayMs)
    return () => clearTimeout(timer)
  }, [threadId])
  return stayThreadId === threadId
}
