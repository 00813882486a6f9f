import type { ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { readReportsSearch, type ReportsSearch } from './reports-search.ts'

type FactsLinkProps = {
  /** Parameters of the facts; null renders plain text without a link. */
  facts: string | null
  /** Accessible description of the number. */
  label?: string | undefined
  className?: string
  children: ReactNode
}

/** Links a number to the facts behind it. */
export function FactsLink({ facts, label, className = '', children }: FactsLinkProps) {
  const open = useFactsTarget()
  if (facts === null) return <span className={className}>{children}</span>
  return (
    <Link {...open(facts)} aria-label={label} className={`rounded-sm decoration-1 underline-offset-3 hover:underline ${className}`}>
      {children}
    </Link>
  )
}

/** Returns a function that builds the link to the facts, with the report's range and filters. */
export function useFactsTarget(): (facts: string | null) => { to: string; search: ReportsSearch } {
  const { pathname, search } = useLocation()
  const { facts: _, ...rest } = readReportsSearch(search)
  return (facts) => ({ to: pathname, search: facts === null ? rest : { ...rest, facts } })
}
