import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { ChevronRight } from './icons.ts'

type DisclosureProps = Omit<ComponentProps<'details'>, 'summary'> & { summary: ReactNode; summaryClassName?: string }

/** Disclosure: a summary that shows and hides its content. */
export function Disclosure({ summary, summaryClassName = '', children, className = '', ...rest }: DisclosureProps) {
  return (
    <details className={`group/details ${className}`} {...rest}>
      <summary className={`flex min-h-6 items-center gap-1.5 ${summaryClassName}`}>
        <Icon of={ChevronRight} size={14} className="text-muted transition-transform group-open/details:rotate-90 rtl:-scale-x-100" />
        {summary}
      </summary>
      {children}
    </details>
  )
}
