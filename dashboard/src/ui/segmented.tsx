import { Icon } from './icon.tsx'
import type { IconType } from './icons.ts'

type SegmentedProps<Value extends string> = {
  label: string
  options: readonly { value: Value; name: string; icon?: IconType }[]
  value: Value
  onChange: (value: Value) => void
}

/** Segmented control for two to four short options. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-lg bg-hover p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className="inline-flex min-h-6.5 items-center gap-1.5 rounded-md px-2.5 font-medium text-text-2 max-md:min-h-9 aria-pressed:bg-[light-dark(#ffffff,#ffffff1f)] aria-pressed:text-text aria-pressed:shadow-[var(--depth-1),0_0_0_1px_var(--edge)]"
          onClick={() => onChange(option.value)}
        >
          {option.icon && <Icon of={option.icon} size={14} />}
          {option.name}
        </button>
      ))}
    </div>
  )
}
