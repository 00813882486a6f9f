import { useEffect, useState, type ReactNode } from 'react'
import { t } from '../texts/texts.ts'

/** Renders its children after a delay, so that fast responses show no loading state. */
export function Delayed({ children, ms = 150 }: { children: ReactNode; ms?: number }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isDue ? children : null
}

/** Skeleton rows for a loading list. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <Delayed>
      <div role="status" aria-label={t('Loading…')} className="grid gap-2 py-2">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="h-7 animate-pulse rounded bg-hover" />
        ))}
      </div>
    </Delayed>
  )
}
