import type { ReactNode } from 'react'

/** A section of the pane beside a thread. */
export function PanePart({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={name} className="border-t border-line px-4 pt-2.75 pb-3.25">
      <div className="mb-1.5 flex min-h-6 items-center">
        <h3 className="text-xs font-semibold text-text-2">{name}</h3>
        {action !== undefined && <span className="ms-auto flex">{action}</span>}
      </div>
      {children}
    </section>
  )
}
