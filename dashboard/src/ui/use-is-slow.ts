import { useEffect, useState } from 'react'

const afterMs = 150

/** Returns true when loading takes longer than a moment. An earlier skeleton would only flash. */
export function useIsSlow(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return setLate(false)
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLoading && isLate
}
