import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Check, type IconType } from './icons.ts'

/** Next steps on an empty page, each with icon, sentence, hint and button. */
export function Steps({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="w-full max-w-140 overflow-hidden rounded-lg border border-line bg-surface text-start shadow-1">
      {children}
    </ul>
  )
}

type StepProps = {
  icon: IconType
  title: string
  hint?: string | null
  /** The most important step. */
  isNext?: boolean
  /** Screen-reader text for the check mark of a finished step. */
  done?: string | null
  children?: ReactNode
}

export function Step({ icon, title, hint = null, isNext = false, done = null, children }: StepProps) {
  const isDone = done !== null
  const look = isDone ? 'bg-success-tint text-success' : isNext ? 'bg-tint text-accent' : 'bg-hover text-text-2'
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line-soft px-3.5 py-3 first:border-t-0">
      <span className={`grid size-8 shrink-0 place-items-center rounded-lg ${look}`}>
        <Icon of={isDone ? Check : icon} />
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <span className={`block font-medium ${isDone ? 'text-muted' : ''}`}>
          {title}
          {isDone && <span className="sr-only"> ({done})</span>}
        </span>
        {hint !== null && (
          <span dir="auto" className="block text-xs text-muted wrap-anywhere">
            {hint}
          </span>
        )}
      </span>
      {children && <span className="shrink-0 max-sm:ms-11.5 max-sm:basis-[calc(100%-2.875rem)]">{children}</span>}
    </li>
  )
}
