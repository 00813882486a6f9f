import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable function that calls the latest `act`, so that memoised components do not re-render. */
export function useStableCallback<Arguments extends unknown[], Result>(
  act: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
