import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../api/store.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { noteSearch, recentSearches } from './recent-searches.ts'

/** Shows the search field and, until the agent searches, their recent searches. The screen below lists the results. */
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
    // Without the focus, j and k move through the results instead of typing.
    field.current?.blur()
    onSearch(trimmed)
  }
  return (
    <search>
      <form
        className="mt-2 flex gap-1.5"
        onSubmit={(event) => {
          event.preventDefault()
          search(text)
        }}
      >
        <input
          ref={field}
          type="search"
          aria-label="Search threads"
          placeholder="Words, “a phrase”, -without, ACME-2026-000042"
          className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2.5"
          value={text}
          maxLength={1000}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">Search</Button>
      </form>
      {words === '' && recent.length > 0 && (
        <section aria-label="Recent searches" className="mt-3">
          <div className="flex items-center">
            <h2 className="text-xs font-medium text-muted">Recent searches</h2>
            <Button look="plain" className="ms-auto px-1.5 text-xs text-muted" onClick={() => recentSearches.set([])}>
              Forget
            </Button>
          </div>
          <ul>
            {recent.map((each) => (
              <li key={each}>
                <button
                  type="button"
                  dir="auto"
                  className="min-h-7 w-full truncate rounded-md px-1.5 text-start hover:bg-hover"
                  onClick={() => search(each)}
                >
                  {each}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </search>
  )
}
