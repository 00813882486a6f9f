import { useEffect, useState, type ReactNode } from 'react'

/** Shown after a moment: what is there at once needs no sign that it is coming. */
export function Later({ children, ms = 150 }: { children: ReactNode; ms?: number }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isDue ? children : null
}

/** Where rows will be. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <Later>
      <div role="status" aria-label="Loading" className="grid gap-2 py-2">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="h-7 animate-pulse rounded bg-hover" />
        ))}
      </div>
    </Later>
  )
}
