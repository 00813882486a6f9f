import type { CSSProperties, ReactNode } from 'react'

type LabelDotProps = {
  color: string | null
  /** Tooltip for a truncated name. */
  title?: string
  className?: string
  children?: ReactNode
}

/** A label's name with its colour as a dot, so that the name is legible with any colour. `color` is `#rrggbb`, or null for grey. */
export function LabelDot({ color, title, className = '', children }: LabelDotProps) {
  // Safe because React passes custom properties through.
  const style = { '--label': color ?? 'var(--muted)' } as CSSProperties
  return (
    <span style={style} data-tip={title} className={`inline-flex min-w-0 items-center gap-1.25 ${className}`}>
      <span aria-hidden className="label-dot size-2 shrink-0 rounded-full" />
      {children !== undefined && <span className="truncate">{children}</span>}
    </span>
  )
}
