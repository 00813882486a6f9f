import type { Store } from '../../api/store.ts'
import { useStore } from '../../api/store.ts'
import { languages } from './languages.ts'

type LanguageSelectProps = { label: string; store: Store<string>; onPick?: (tag: string) => void }

export function LanguageSelect({ label, store, onPick }: LanguageSelectProps) {
  return (
    <select
      aria-label={label}
      className="h-8 max-w-40 rounded-md border border-line-strong bg-surface px-2 text-sm"
      value={useStore(store)}
      onChange={({ target }) => {
        store.set(target.value)
        onPick?.(target.value)
      }}
    >
      {languages.map(({ tag, name }) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}
