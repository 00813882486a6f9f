import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for as long as the component lives, which does what the latest `act` does: what is memoised may hold it. */
export function useStable<Arguments extends unknown[]>(act: (...given: Arguments) => void): (...given: Arguments) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given) => latest.current(...given), [])
}
