import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../api/store.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Search } from '../../ui/icons.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { noteSearch, recentSearches } from './recent-searches.ts'
import { t } from '../../texts/texts.ts'

/** Search field with, until the agent searches, recent searches. The screen below lists the results. */
export function SearchBox({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const [text, setText] = useState(words)
  const recent = useStore(recentSearches)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (words === '') field.current?.focus()
  }, [words])
  useShortcuts({ search: () => field.current?.select() })
  const search = (input: string): void => {
    const trimmed = input.trim()
    if (trimmed !== '') noteSearch(trimmed)
    // Without the focus in the field, j and k move through the results.
    field.current?.blur()
    onSearch(trimmed)
  }
  return (
    <search>
      <form
        className="flex items-center gap-1.5 pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          search(text)
        }}
      >
        <SearchInput
          ref={field}
          label={t('Search threads')}
          placeholder={t('refund “not received” -shipping')}
          className="flex-1"
          maxLength={1000}
          value={text}
          onChange={setText}
        />
        <Button type="submit">{t('Search')}</Button>
      </form>
      {words === '' && recent.length > 0 && (
        <section aria-label={t('Recent searches')} className="pb-2.5">
          <div className="flex items-center">
            <h2 className="text-xs font-medium text-muted">{t('Recent searches')}</h2>
            <Button look="plain" size="small" className="ms-auto" onClick={() => recentSearches.set([])}>
              {t('Clear')}
            </Button>
          </div>
          <ul>
            {recent.map((each) => (
              <li key={each}>
                <button
                  type="button"
                  dir="auto"
                  className="flex min-h-7.5 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover max-md:min-h-11"
                  onClick={() => search(each)}
                >
                  <Icon of={Search} size={14} className="text-muted" />
                  <span className="truncate">{each}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </search>
  )
}
