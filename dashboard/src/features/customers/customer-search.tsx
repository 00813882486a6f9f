import { useEffect, useState } from 'react'
import type { Customer } from '@skein/client'
import { Field } from '../../ui/field.tsx'
import { useCustomers } from './use-customers.ts'

type CustomerSearchProps = {
  label: string
  /** What is searched for before the agent types; empty for the newest customers. */
  suggestion?: string
  /** The customer who cannot be chosen. */
  exceptId?: string
  onPick: (customer: Customer) => void
}

const maxFound = 8
const typingPauseMs = 250

/** A search for customers, of whom the agent chooses one. */
export function CustomerSearch({ label, suggestion = '', exceptId, onPick }: CustomerSearchProps) {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const list = useCustomers(query === '' ? suggestion : query)
  const found = (list.data?.pages[0]?.data ?? []).filter(({ id }) => id !== exceptId).slice(0, maxFound)
  return (
    <>
      <Field label={label} type="search" autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
      {list.data && found.length === 0 ? (
        <p className="text-sm text-muted">No customer found.</p>
      ) : (
        <ul aria-label="Found" className="grid gap-1">
          {found.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className="w-full rounded-md border border-line px-2.5 py-1.5 text-start hover:bg-hover"
                onClick={() => onPick(each)}
              >
                <CustomerSummary customer={each} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A customer's name, address and external id in two lines. */
export function CustomerSummary({ customer: { name, email, externalId } }: { customer: Customer }) {
  return (
    <>
      <span dir="auto" className="block truncate font-medium">
        {name ?? email}
      </span>
      <span className="block truncate text-sm text-muted">
        {[name === null ? null : email, externalId].filter((each) => each !== null).join(' · ')}
      </span>
    </>
  )
}
