import { useEffect, useState } from 'react'

const afterMs = 150

/** Returns true once loading is slow, so that a skeleton does not flash on fast responses. */
export function useIsSlow(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return setLate(false)
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLoading && isLate
}
