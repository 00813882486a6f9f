import type { ReactNode } from 'react'
import { formatLocale } from '../../texts/language.ts'

type CustomerCardProps = { name: string; count?: number | undefined; action?: ReactNode; children: ReactNode }

/** A section of a customer's page. */
export function CustomerCard({ name, count, action, children }: CustomerCardProps) {
  return (
    <section aria-label={name} className="rounded-lg border border-line bg-surface px-4 pt-2.5 pb-4">
      <div className="mb-1.5 flex min-h-7 items-center gap-2">
        <h2 className="text-md font-semibold">{name}</h2>
        {count !== undefined && <span className="text-muted tabular-nums">{count.toLocaleString(formatLocale)}</span>}
        {action && <span className="ms-auto">{action}</span>}
      </div>
      {children}
    </section>
  )
}
