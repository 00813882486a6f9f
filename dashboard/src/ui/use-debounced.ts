import { useEffect, useState } from 'react'

/**
 * Debounces a value: returns it after `ms` without a change, so that a search sends one request per typing pause instead of one per
 * keystroke.
 */
export function useDebounced<Value>(value: Value, ms = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
