import { useEffect, useState } from 'react'

/** Returns the value after it has not changed for `ms`, so that a search sends one request when typing pauses instead of one per letter. */
export function useDebounced<Value>(value: Value, ms = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
