type ChecksInputProps = {
  label: string
  /** Names by value. */
  options: Readonly<Record<string, string>>
  chosen: readonly string[]
  isReadOnly: boolean
  onChange: (chosen: string[]) => void
}

/** Any number of a few. */
export function ChecksInput({ label, options, chosen, isReadOnly, onChange }: ChecksInputProps) {
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
              // In the order in which they are shown.
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
