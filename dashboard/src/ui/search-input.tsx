import type { Ref } from 'react'
import { Icon } from './icon.tsx'
import { Search } from './icons.ts'

type SearchInputProps = {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  maxLength?: number
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** Search field that filters the content below it while the user types. */
export function SearchInput({ label, placeholder, value, onChange, maxLength, className = 'sm:w-64', ref }: SearchInputProps) {
  return (
    <label
      className={`flex min-h-8 w-full min-w-0 items-center gap-2 rounded-md bg-surface px-2.5 shadow-[0_0_0_1px_var(--line),var(--depth-1)] focus-within:shadow-[0_0_0_2px_var(--accent)] max-md:min-h-11 forced-colors:border ${className}`}
    >
      <Icon of={Search} className="text-muted" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="h-8 min-w-0 flex-1 bg-transparent text-ellipsis outline-none"
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
