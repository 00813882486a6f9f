type CheckboxesProps = {
  options: readonly { readonly value: string; readonly label: string }[]
  chosen: readonly unknown[]
  isReadOnly: boolean
  onChange: (chosen: string[]) => void
}

/** Checkboxes for several of the options. The chosen values keep the order of the options, so that choosing and unchoosing one changes nothing. */
export function Checkboxes({ options, chosen, isReadOnly, onChange }: CheckboxesProps) {
  return (
    <div className="flex flex-wrap gap-x-4">
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            disabled={isReadOnly}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(options.flatMap(({ value: each }) => ((each === value ? target.checked : chosen.includes(each)) ? [each] : [])))
            }
          />
          {label}
        </label>
      ))}
    </div>
  )
}
