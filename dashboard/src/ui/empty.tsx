import type { ReactNode } from 'react'

/** Empty state: says that a list is empty, and what to do next. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-lg bg-sunken px-6 py-10 text-center text-base text-balance text-text-2 shadow-[inset_0_0_0_1px_var(--line)]">
      {children}
    </p>
  )
}
