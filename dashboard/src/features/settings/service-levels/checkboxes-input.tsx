import { t, type Message } from '../../../texts/texts.ts'

type CheckboxesInputProps = {
  label: string
  /** Labels by value. */
  options: Readonly<Record<string, Message>>
  chosen: readonly string[]
  isReadOnly: boolean
  onChange: (chosen: string[]) => void
}

/** A group of checkboxes. */
export function CheckboxesInput({ label, options, chosen, isReadOnly, onChange }: CheckboxesInputProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-muted">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {Object.entries(options).map(([value, name]) => (
          <label key={value} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4"
              disabled={isReadOnly}
              checked={chosen.includes(value)}
              // Keeps the order of the options.
              onChange={(event) =>
                onChange(Object.keys(options).filter((each) => (each === value ? event.target.checked : chosen.includes(each))))
              }
            />
            {t(name)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
