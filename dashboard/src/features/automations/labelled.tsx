import type { ReactElement } from 'react'

/** A control with a label above it, in a row of controls. */
export function Labelled({ label, children }: { label: string; children: ReactElement }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is its child.
    <label className="grid min-w-0 gap-1 max-sm:flex-1 max-sm:basis-32">
      <span className="text-xs text-muted">{label}</span>
      {children}
    </label>
  )
}
