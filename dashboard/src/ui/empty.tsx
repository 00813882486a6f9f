import type { ReactNode } from 'react'

/** Replaces an empty list: says that it is empty, and what to do next. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-balance text-muted">{children}</p>
}
