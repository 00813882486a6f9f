import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a function that never changes and calls the latest `act`. Memoised components can hold it without rendering again. */
export function useStableCallback<Arguments extends unknown[]>(act: (...args: Arguments) => void): (...args: Arguments) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
