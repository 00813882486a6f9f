import { useEffect, useState } from 'react'
import type { Customer } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Field } from '../../ui/field.tsx'
import { useCustomers } from './use-customers.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

type CustomerSearchProps = {
  label: string
  /** Initial search text; empty lists the newest customers. */
  suggestion?: string
  /** A customer to leave out of the results. */
  exceptId?: string
  onPick: (customer: Customer) => void
}

const maxFound = 8
const typingPauseMs = 250

/** Searchable list of customers, to choose one. */
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
      <Field
        label={label}
        type="search"
        autoComplete="off"
        placeholder={t('Search by name, email or ID')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {list.data && found.length === 0 ? (
        <p className="text-muted">{t('No customers found.')}</p>
      ) : (
        <ul aria-label={t('Customers found')} className="-mx-2 grid gap-px">
          {found.map((each) => (
            <li key={each.id}>
              <button type="button" className="w-full rounded-md px-2 py-1.5 text-start hover:bg-hover" onClick={() => onPick(each)}>
                <CustomerSummary customer={each} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Shows a customer's avatar, name, address and external id. */
export function CustomerSummary({ customer }: { customer: Customer }) {
  const { name, email, externalId } = customer
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={getCustomerName(customer)} size={32} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {getCustomerName(customer)}
        </span>
        <span className="block truncate text-xs text-muted">
          {[name === null ? null : email, externalId].filter((each) => each !== null).join(' · ')}
        </span>
      </span>
    </span>
  )
}
