import { useState, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ArrowUpDown, ListFilter, X } from '../../ui/icons.ts'
import { Picker, type Option } from '../../ui/picker.tsx'
import { t } from '../../texts/texts.ts'
import { getFilter, isFieldName, withFilter, type FilterName, type ListSearch } from '../threads/list-search.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { listChoices, severalKinds, sorts, useChips, useFilterKinds, toFilterValue, type Chip, type FilterKind } from './filter-kinds.tsx'
import { TypedPicker } from './typed-picker.tsx'
import type { ListSource } from '../views/use-list-source.ts'

type FilterBarProps = {
  source: ListSource
  onSearch: (search: ListSearch) => void
  title: ReactNode
  /** Buttons that act on the view. */
  tools: ReactNode
  /** Content between the title and the chips. */
  children: ReactNode
}

const chipLook =
  'inline-flex min-h-6 max-w-full items-center gap-1 rounded-md text-xs font-medium text-text-2 shadow-[inset_0_0_0_1px_var(--line)] max-md:min-h-10 forced-colors:border'
const anyId = ''

/**
 * Header of a list: title, sort order and filters, which the agent can change or remove. Sort order and filters are stored in the URL. The
 * name of a built-in view implies its filters, so the chips show only the agent's own filters, which are the ones that *Clear 2 filters*
 * counts.
 */
export function FilterBar({ source, onSearch, title, tools, children }: FilterBarProps) {
  const { base, search, saved, chosenFilters: filters } = source
  const [opened, setOpened] = useState<{ what: FilterName | 'sort' | 'kinds'; anchor: HTMLElement } | null>(null)
  const open = opened?.what ?? null
  const close = (): void => setOpened(null)
  /** Opens a list at the button that was clicked. A second click closes it. */
  const toggle =
    (what: FilterName | 'sort' | 'kinds') =>
    ({ currentTarget }: MouseEvent<HTMLElement>): void =>
      setOpened((now) => (now?.anchor === currentTarget ? null : { what, anchor: currentTarget }))
  const kinds = useFilterKinds(filters, open !== null)
  const allChips = useChips(filters, kinds)
  const chips = saved === null ? [...allChips.filter(({ name }) => name in search), ...listRemoved(base, search, kinds)] : allChips
  const set = (name: FilterName | 'sort', value: string | boolean | null): void => onSearch(withFilter(base, search, name, value))
  const remove = (name: FilterName): void => {
    if (saved !== null) return set(name, null)
    const { [name]: _, ...others } = search
    onSearch(others)
  }
  const choosing = kinds.find(({ name }) => name === open)
  const sortName = sorts().find(({ id }) => id === filters.sort)?.name ?? (filters.q === undefined ? t('Newest') : t('Best match'))
  const hasTools = saved !== null || Object.keys(search).length > 0
  const suggestsHour = filters.waiting === true && filters.waitingSinceBefore === undefined
  return (
    <div role="group" aria-label={t('Filters')} className="@container">
      <div className="flex min-h-13 items-center gap-0.5">
        {title}
        {tools}
        {!filters.drafts && (
          <>
            <button
              type="button"
              data-tip={t('Order by')}
              className="flex min-h-7 min-w-7 shrink-0 items-center gap-1.5 rounded-md px-1.5 font-medium text-text-2 hover:bg-hover max-md:min-h-11 max-md:min-w-11 max-md:justify-center"
              onClick={toggle('sort')}
            >
              <Icon of={ArrowUpDown} className="text-muted" />
              <span className={`max-w-32 truncate ${hasTools ? '@max-[26rem]:sr-only' : '@max-[20rem]:sr-only'} max-md:sr-only`}>
                <span className="sr-only">{t('Order by')}: </span>
                {sortName}
              </span>
            </button>
            <IconButton icon={ListFilter} label={t('Filter')} className="-me-1.5" aria-haspopup="dialog" onClick={toggle('kinds')} />
          </>
        )}
      </div>
      {children}
      {(chips.length > 0 || suggestsHour) && (
        <div className="mb-2.5 items-center gap-1 scroll-row max-md:-mx-3 max-md:px-3">
          {chips.map(({ name, label, value }) => (
            <span key={name} className={chipLook}>
              <button
                type="button"
                className="min-h-6 truncate rounded-s-md ps-1.5 pe-0.5 hover:bg-hover disabled:cursor-default disabled:hover:bg-transparent max-md:min-h-10"
                onClick={toggle(name)}
                disabled={!kinds.some((kind) => kind.name === name && kind.options.length > 0) && name === 'customerId'}
              >
                <span className="text-muted">{label}:</span> {value}
              </button>
              <button
                type="button"
                aria-label={t('Remove the filter {filter}', { filter: label })}
                className="grid size-6 shrink-0 place-items-center rounded-e-md text-muted hover:bg-hover hover:text-text max-md:size-10"
                onClick={() => remove(name)}
              >
                <Icon of={X} size={12} />
              </button>
            </span>
          ))}
          {suggestsHour && (
            <button type="button" className={`${chipLook} px-2 hover:bg-hover`} onClick={() => set('waitingSinceBefore', '1h')}>
              {t('Longer than an hour')}
            </button>
          )}
        </div>
      )}
      {open === 'kinds' && (
        <Picker
          key="kinds"
          anchor={opened?.anchor}
          label={t('Filter by')}
          options={kinds
            .filter(({ name }) => name !== 'customerId')
            .map(({ name, label, icon }) => ({
              id: name,
              name: label,
              isOn: getFilter(filters, name) !== undefined,
              opensList: true,
              mark: <Icon of={icon} className="text-muted" />,
            }))}
          onPick={(id) => {
            const kind = kinds.find(({ name }) => name === id)
            if (kind && opened) setOpened({ what: kind.name, anchor: opened.anchor })
          }}
          onClose={close}
        />
      )}
      {open === 'sort' && (
        <Picker
          anchor={opened?.anchor}
          label={t('Order by')}
          options={sorts().map(({ id, name }) => ({ id, name, isOn: id === filters.sort }))}
          onPick={(id) => set('sort', id)}
          onClose={close}
        />
      )}
      {choosing?.typed && (
        <TypedPicker
          key={choosing.name}
          anchor={opened?.anchor}
          kind={choosing}
          typed={choosing.typed}
          onPick={(text) => set(choosing.name, text)}
          onClose={close}
        />
      )}
      {choosing && !choosing.typed && (
        <Picker
          key={choosing.name}
          anchor={opened?.anchor}
          label={choosing.label}
          options={markChosen(choosing, getFilter(filters, choosing.name))}
          onPick={(id) => set(choosing.name, id === anyId ? null : (toFilterValue(choosing.name, id) ?? null))}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Returns chips for the view's own filters that the agent has removed. */
function listRemoved(base: ThreadFilters, search: ListSearch, kinds: readonly FilterKind[]): Chip[] {
  return kinds
    .filter(({ name }) => search[name] === (isFieldName(name) ? '' : 'any') && getFilter(base, name) !== undefined)
    .map(({ name, label }) => ({ name, label, value: t('Any') }))
}

/** Ticks the chosen options. If any is chosen, adds an option that removes the filter. */
function markChosen(kind: FilterKind, chosen: string | number | boolean | undefined): Option[] {
  const ids = severalKinds.has(kind.name) ? String(chosen).toLowerCase().split(',') : [String(chosen)]
  const ticked = listChoices(kind).map((option) => Object.assign({}, option, { isOn: ids.includes(option.id) }))
  return chosen === undefined ? ticked : [...ticked, { id: anyId, name: t('Any'), isOn: false }]
}
