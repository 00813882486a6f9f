import type { CustomFieldOptionInput } from '@skein/client'
import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'

/**
 * Edits the options of a custom field in their order. The service archives an option that is removed here, because values may still use it.
 */
export function OptionsInput({ value, onChange, isReadOnly, isInvalid }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const options = (Array.isArray(value) ? value : []) as readonly CustomFieldOptionInput[]
  const change = (at: number, part: Partial<CustomFieldOptionInput>): void =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...part } : option)))
  const box = 'h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2 text-sm'
  return (
    <div className="grid gap-1.5">
      {options.map((option, at) => (
        // Only the index identifies an option, because its value may be empty or changing.
        // oxlint-disable-next-line react/no-array-index-key -- see above.
        <div key={at} className="flex flex-wrap items-center gap-1.5">
          <input
            aria-label={`Value of option ${at + 1}`}
            aria-invalid={isInvalid}
            className={box}
            placeholder="Value"
            required
            maxLength={64}
            disabled={isReadOnly}
            value={option.value}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <input
            aria-label={`Name of option ${at + 1}`}
            className={box}
            placeholder="Shown as"
            maxLength={64}
            disabled={isReadOnly}
            value={option.label ?? ''}
            onChange={(event) => {
              const { label: _, ...rest } = option
              onChange(
                options.map((each, index) =>
                  index === at ? { ...rest, ...(event.target.value === '' ? {} : { label: event.target.value }) } : each,
                ),
              )
            }}
          />
          <label className="flex min-h-8 items-center gap-1 text-sm">
            <input
              type="checkbox"
              className="size-4"
              disabled={isReadOnly}
              checked={option.archived === true}
              onChange={(event) => change(at, { archived: event.target.checked })}
            />
            Archived
          </label>
          <Button
            look="plain"
            disabled={isReadOnly}
            aria-label={`Remove option ${at + 1}`}
            onClick={() => onChange(options.filter((_, index) => index !== at))}
          >
            ×
          </Button>
        </div>
      ))}
      <div>
        <Button disabled={isReadOnly} onClick={() => onChange([...options, { value: '' }])}>
          Add an option
        </Button>
      </div>
    </div>
  )
}
