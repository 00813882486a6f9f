import { useState } from 'react'
import { Picker, type Option } from '../../ui/picker.tsx'
import { getFilter, withFilter, type FilterName, type ListSearch } from '../threads/list-search.ts'
import { sorts, useChips, useFilterKinds, toFilterValue, type FilterKind } from './filter-kinds.ts'
import type { ListSource } from './use-list-source.ts'

type FilterBarProps = { source: ListSource; onSearch: (search: ListSearch) => void }

const chipLook = 'inline-flex min-h-6 max-w-full items-center rounded-md border border-line text-xs'

/** Shows the list's filters, which the agent can change or remove, and its order. Both are stored in the URL. */
export function FilterBar({ source, onSearch }: FilterBarProps) {
  const { base, search, chosenFilters: filters } = source
  const [open, setOpen] = useState<FilterName | 'sort' | 'kinds' | null>(null)
  const kinds = useFilterKinds(filters, open !== null)
  const chips = useChips(filters, kinds)
  const set = (name: FilterName | 'sort', value: string | boolean | null): void => onSearch(withFilter(base, search, name, value))
  const choosing = kinds.find(({ name }) => name === open)
  const sortName = sorts.find(({ id }) => id === filters.sort)?.name ?? (filters.q === undefined ? 'Newest' : 'Best match')
  return (
    <div role="group" aria-label="Filters" className="@container mt-2 flex flex-wrap items-center gap-1">
      {chips.map(({ name, label, value }) => (
        <span key={name} className={chipLook}>
          <button
            type="button"
            className="min-h-6 truncate rounded-s-md ps-1.5 pe-0.5 hover:bg-hover"
            onClick={() => setOpen(name)}
            disabled={!kinds.some((kind) => kind.name === name && kind.options.length > 0) && name === 'customerId'}
          >
            <span className="text-muted">{label}:</span> {value}
          </button>
          <button
            type="button"
            aria-label={`Remove the filter ${label}`}
            className="grid size-6 place-items-center rounded-e-md text-muted hover:bg-hover hover:text-text"
            onClick={() => set(name, null)}
          >
            ×
          </button>
        </span>
      ))}
      {filters.waiting === true && filters.waitingSinceBefore === undefined && (
        <button type="button" className={`${chipLook} border-dashed px-1.5 hover:bg-hover`} onClick={() => set('waitingSinceBefore', '1h')}>
          Longer than an hour
        </button>
      )}
      <button type="button" className={`${chipLook} border-dashed px-1.5 hover:bg-hover`} onClick={() => setOpen('kinds')}>
        + Filter
      </button>
      {/* The button fills the rest of the line. It wraps to its own line only when there is almost no space left. */}
      <span className="flex min-w-0 flex-[1_1_3.25rem] justify-end">
        <button
          type="button"
          title={sortName}
          className="flex min-h-6 max-w-full items-center gap-1 rounded-md px-1.5 text-xs text-muted hover:bg-hover"
          onClick={() => setOpen('sort')}
        >
          <span className="truncate">
            <span className="sr-only @max-[19rem]:not-sr-only">Order</span>
            <span className="sr-only">: </span>
            <span className="@max-[19rem]:sr-only">{sortName}</span>
          </span>
          <span aria-hidden>▾</span>
        </button>
      </span>
      {open === 'kinds' && (
        <Picker
          label="Filter by"
          options={kinds
            .filter(({ name }) => name !== 'customerId')
            .map(({ name, label }) => ({ id: name, name: label, isOn: getFilter(filters, name) !== undefined }))}
          onPick={(id) => setOpen(kinds.find(({ name }) => name === id)?.name ?? null)}
          onClose={() => setOpen((now) => (now === 'kinds' ? null : now))}
        />
      )}
      {open === 'sort' && (
        <Picker
          label="Order by"
          options={sorts.map(({ id, name }) => ({ id, name, isOn: id === filters.sort }))}
          onPick={(id) => set('sort', id)}
          onClose={() => setOpen(null)}
        />
      )}
      {choosing?.typed && (
        <TypedFilter
          key={choosing.name}
          kind={choosing}
          typed={choosing.typed}
          onPick={(text) => set(choosing.name, text)}
          onClose={() => setOpen(null)}
        />
      )}
      {choosing && !choosing.typed && (
        <Picker
          key={choosing.name}
          label={choosing.label}
          options={markChosen(choosing.options, String(getFilter(filters, choosing.name)))}
          onPick={(id) => set(choosing.name, toFilterValue(choosing.name, id) ?? null)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

type TypedFilterProps = { kind: FilterKind; typed: NonNullable<FilterKind['typed']>; onPick: (text: string) => void; onClose: () => void }

/** Lets the agent type the value of a filter. */
function TypedFilter({ kind: { label }, typed: { hint, format }, onPick, onClose }: TypedFilterProps) {
  const [text, setText] = useState('')
  const value = text.trim()
  return (
    <Picker
      label={label}
      hint={hint}
      options={value === '' ? [] : [{ id: value, name: `${label}: ${format(value)}` }]}
      onType={setText}
      onPick={onPick}
      onClose={onClose}
    />
  )
}

function markChosen(options: readonly Option[], chosen: string): Option[] {
  return options.map(({ id, name, detail }) => ({ id, name, isOn: id === chosen, ...(detail === undefined ? {} : { detail }) }))
}
