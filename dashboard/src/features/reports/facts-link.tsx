import type { ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { readReportsSearch, type ReportsSearch } from './reports-search.ts'

type FactsLinkProps = {
  /** The parameters of the facts; null shows the text alone. */
  facts: string | null
  /** Says what the number is, for screen readers. */
  label?: string | undefined
  className?: string
  children: ReactNode
}

/** A number that opens what it was counted from. */
export function FactsLink({ facts, label, className = '', children }: FactsLinkProps) {
  const open = useFactsTarget()
  if (facts === null) return <span className={className}>{children}</span>
  return (
    <Link {...open(facts)} aria-label={label} className={`rounded-sm decoration-1 underline-offset-3 hover:underline ${className}`}>
      {children}
    </Link>
  )
}

/** Returns a function that makes the link to the facts, which keeps the report's range and filters. */
export function useFactsTarget(): (facts: string | null) => { to: string; search: ReportsSearch } {
  const { pathname, search } = useLocation()
  const { facts: _, ...rest } = readReportsSearch(search)
  return (facts) => ({ to: pathname, search: facts === null ? rest : { ...rest, facts } })
}
