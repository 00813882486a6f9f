/** Whether the agent stays in a thread, or only passes it on the way to another one. */
import { useEffect, useState } from 'react'

const stayMs = 600

export function useStay(threadId: string): boolean {
  const [stayedIn, setStayedIn] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStayedIn(threadId), stayMs)
    return () => clearTimeout(timer)
  }, [threadId])
  return stayedIn === threadId
}
