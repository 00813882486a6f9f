import { useEffect, useState } from 'react'

/** Returns true once loading is slow, so that a skeleton does not flash on fast responses. */
export function useIsSlow(isLoading: boolean, afterMs = 150): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return setLate(false)
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [isLoading, afterMs])
  return isLoading && isLate
}
