import { useEffect, useState } from 'react'

const afterMs = 150

/** Whether to show where things will be: what takes less than a moment needs no announcement. */
export function useSkeleton(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return setLate(false)
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLoading && isLate
}
