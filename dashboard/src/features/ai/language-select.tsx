import type { Store } from '../../api/store.ts'
import { useStore } from '../../api/store.ts'
import { languages } from './languages.ts'
import { Select } from '../../ui/select.tsx'

type LanguageSelectProps = { label: string; store: Store<string>; onPick?: (tag: string) => void }

export function LanguageSelect({ label, store, onPick }: LanguageSelectProps) {
  return (
    <Select
      label={label}
      className="max-w-44"
      options={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
      value={useStore(store)}
      onChange={(tag) => {
        store.set(tag)
        onPick?.(tag)
      }}
    />
  )
}
