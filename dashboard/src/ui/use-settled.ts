import { useEffect, useState } from 'react'

/** A value that has stopped changing: what is typed is asked for when somebody pauses, not with each letter. */
export function useSettled<Value>(value: Value, ms = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
