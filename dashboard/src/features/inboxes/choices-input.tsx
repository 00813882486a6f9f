import type { ComponentType } from 'react'
import type { Choice, CustomInput } from '../../ui/form/fields.ts'

/** Creates an input for several of the options, as check boxes. */
export function createChoicesInput(options: readonly Choice[]): ComponentType<CustomInput> {
  return function ChoicesInput({ value, onChange, isReadOnly }: CustomInput) {
    const chosen: readonly unknown[] = Array.isArray(value) ? value : []
    return (
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {options.map(({ value: option, label }) => (
          <label key={option} className="inline-flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="size-4"
              disabled={isReadOnly}
              checked={chosen.includes(option)}
              onChange={({ target }) =>
                // Keep the order of the options, so that choosing and unchoosing one is no change.
                onChange(options.flatMap(({ value: each }) => ((each === option ? target.checked : chosen.includes(each)) ? [each] : [])))
              }
            />
            {label}
          </label>
        ))}
      </div>
    )
  }
}
