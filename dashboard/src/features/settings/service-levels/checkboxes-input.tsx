type CheckboxesInputProps = {
  label: string
  /** Labels by value. */
  options: Readonly<Record<string, string>>
  chosen: readonly string[]
  isReadOnly: boolean
  onChange: (chosen: string[]) => void
}

/** A group of checkboxes. */
export function CheckboxesInput({ label, options, chosen, isReadOnly, onChange }: CheckboxesInputProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-muted">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {Object.entries(options).map(([value, name]) => (
          <label key={value} className="flex min-h-8 items-center gap-1.5 text-sm">
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
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
