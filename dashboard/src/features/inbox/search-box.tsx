import { useEffect, useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { getCustomerName } from '../../ui/customer-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { Search } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { findTyping, type Choice, type Typing } from '../search/operators.ts'
import { noteSearch } from '../search/recent-searches.ts'
import type { ListSearch } from '../threads/list-search.ts'
import { completeSearch } from './complete-search.ts'
import { useFilterKinds, type FilterKind } from './filter-kinds.tsx'
import { resolveSearch } from './resolve-search.ts'
import type { SearchScope } from './search-scope.ts'

export type SearchBoxProps = {
  scope: SearchScope
  search: ListSearch
  onSearch: (search: ListSearch, scope: SearchScope) => void
  inserted?: InsertedText | null
}

/** A text that the page below puts into the field. `runs`: the search runs at once. Each is a new object. */
export type InsertedText = { text: string; runs: boolean }

const maxCustomers = 5

/**
 * Search field with the scopes, and completion of operators (ARIA combobox). The operators become filters, which the list shows as chips.
 */
export function SearchBox({ scope, search, onSearch, inserted = null }: SearchBoxProps) {
  const words = typeof search.q === 'string' ? search.q : ''
  const [text, setText] = useState(words)
  const [at, setAt] = useState(-1)
  const [isClosed, setClosed] = useState(true)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { skein } = useApi()
  const kinds = useFilterKinds({}, true)
  const typing = scope === 'threads' && !isClosed ? findTyping(text) : null
  const options = useCompletions(typing, kinds)
  const active = Math.min(at, options.length - 1)
  const submit = async (input: string): Promise<void> => {
    const trimmed = input.trim()
    setClosed(true)
    if (trimmed !== '') noteSearch(trimmed)
    // Without the focus in the field, j and k move through the results.
    field.current?.blur()
    if (scope !== 'threads') return onSearch(trimmed === '' ? {} : { q: trimmed }, scope)
    const { filters, rest } = await resolveSearch(skein, trimmed, kinds)
    setText(rest)
    const { q: _q, ...others } = search
    onSearch({ ...others, ...filters, ...(rest === '' ? {} : { q: rest }) }, scope)
  }
  const submitStable = useStableCallback(submit)
  useEffect(() => {
    if (words === '') field.current?.focus()
  }, [words])
  useEffect(() => {
    if (!inserted) return
    setText(inserted.text)
    if (inserted.runs) return void submitStable(inserted.text)
    setClosed(false)
    field.current?.focus()
  }, [inserted, submitStable])
  useShortcuts({ search: () => field.current?.select() })
  const pick = ({ completed, isWhole }: Completion): void => {
    if (isWhole) return void submit(completed)
    setText(completed)
    setAt(-1)
    field.current?.focus()
  }
  const onKey = (key: string): boolean => {
    const option = options[active]
    if (options.length === 0) return false
    if (key === 'ArrowDown') setAt((active + 1) % options.length)
    else if (key === 'ArrowUp') setAt(active <= 0 ? options.length - 1 : active - 1)
    else if (key === 'Escape') setClosed(true)
    else if (option && (key === 'Enter' || key === 'Tab')) pick(option)
    else return false
    return true
  }
  return (
    <search>
      <form
        className="flex items-center gap-1.5 pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(text)
        }}
      >
        <div className="relative min-w-0 flex-1">
          <label className="flex min-h-8 min-w-0 items-center gap-2 rounded-md bg-surface px-2.5 shadow-[0_0_0_1px_var(--line),var(--depth-1)] focus-within:shadow-[0_0_0_2px_var(--accent)] max-md:min-h-11 forced-colors:border">
            <Icon of={Search} className="text-muted" />
            <input
              ref={field}
              type="text"
              role="combobox"
              enterKeyHint="search"
              autoComplete="off"
              aria-label={placeOf[scope]().label}
              aria-autocomplete="list"
              aria-expanded={options.length > 0}
              aria-controls={options.length > 0 ? `${id}-list` : undefined}
              aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
              placeholder={placeOf[scope]().placeholder}
              className="h-8 min-w-0 flex-1 bg-transparent text-ellipsis outline-none"
              maxLength={1000}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setAt(-1)
                setClosed(false)
              }}
              onBlur={() => setClosed(true)}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing || !onKey(event.key)) return
                event.preventDefault()
                event.stopPropagation()
              }}
            />
          </label>
          {options.length > 0 && (
            <div
              id={`${id}-list`}
              role="listbox"
              aria-label={t('Suggestions')}
              className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-2"
            >
              {options.map((option, index) => (
                // The input handles the keys of these rows.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in the input, see above.
                <div
                  key={option.completed}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={`flex min-h-8.5 cursor-pointer items-center gap-2.5 rounded-md px-2.5 max-md:min-h-11 ${index === active ? 'bg-tint' : ''}`}
                  // The input keeps the focus, so that its list stays open until the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setAt(index)}
                  onClick={() => pick(option)}
                >
                  <span className="truncate">{option.name}</span>
                  <span className={`ms-auto truncate ps-3 text-xs ${index === active ? 'text-text-2' : 'text-muted'}`}>
                    {option.detail}
                  </span>
                </div>
              ))}
            </div>
          )}
        </div>
        <Button type="submit">{t('Search')}</Button>
      </form>
      <div className="pb-2.5">
        <Segmented
          label={t('Search in')}
          options={[
            { value: 'threads', name: t('Threads') },
            { value: 'customers', name: t('Customers') },
            { value: 'articles', name: t('Articles') },
          ]}
          value={scope}
          onChange={(next) => onSearch(words === '' ? {} : { q: words }, next)}
        />
      </div>
    </search>
  )
}

const placeOf = {
  threads: () => ({ label: t('Search threads'), placeholder: t('refund “not received” -shipping') }),
  customers: () => ({ label: t('Search customers'), placeholder: t('Search by name, email or ID') }),
  articles: () => ({ label: t('Search articles'), placeholder: t('Words of an article') }),
} satisfies Record<SearchScope, () => { label: string; placeholder: string }>

type Completion = ReturnType<typeof completeSearch>[number]

/** Returns what the agent may be typing: operators, or values of an operator. */
function useCompletions(typing: Typing | null, kinds: readonly FilterKind[]): readonly Completion[] {
  const { skein } = useApi()
  const isCustomer = typing?.name === 'from' && typing.value !== null && typing.value.length > 1
  const q = useDebounced(isCustomer ? (typing.value ?? '') : '')
  const { data: customers } = useQuery({
    queryKey: ['customer-choices', q],
    enabled: q !== '',
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const { data } = await skein.listCustomers({ query: { q, limit: maxCustomers }, signal })
      return data.map((customer) => ({ id: customer.email, name: getCustomerName(customer), detail: customer.email }))
    },
  })
  if (!typing) return []
  return completeSearch(typing, kinds, isCustomer ? (customers ?? []) : [])
}
