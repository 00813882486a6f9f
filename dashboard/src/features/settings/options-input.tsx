import type { CustomFieldOptionInput } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { Plus, X } from '../../ui/icons.ts'

/** Edits the options of a custom field, in order. The service archives a removed option, because values may still use it. */
export function OptionsInput({ value, onChange, isReadOnly, isInvalid }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const options = (Array.isArray(value) ? value : []) as readonly CustomFieldOptionInput[]
  const change = (at: number, part: Partial<CustomFieldOptionInput>): void =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...part } : option)))
  const box = 'field min-w-0 flex-1'
  return (
    <div className="grid gap-1.5">
      {options.map((option, at) => (
        // Only the index identifies an option, because its value may be empty or changing.
        // oxlint-disable-next-line react/no-array-index-key -- see above.
        <div key={at} className="flex flex-wrap items-center gap-1.5">
          <input
            aria-label={t('Value of option {number}', { number: at + 1 })}
            aria-invalid={isInvalid}
            className={box}
            placeholder={t('Value')}
            required
            maxLength={64}
            disabled={isReadOnly}
            value={option.value}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <input
            aria-label={t('Name of option {number}', { number: at + 1 })}
            className={box}
            placeholder={t('Shown as')}
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
          <label className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4"
              disabled={isReadOnly}
              checked={option.archived === true}
              onChange={(event) => change(at, { archived: event.target.checked })}
            />
            {t('Archived')}
          </label>
          <Button
            look="plain"
            disabled={isReadOnly}
            aria-label={t('Remove option {number}', { number: at + 1 })}
            onClick={() => onChange(options.filter((_, index) => index !== at))}
          >
            <Icon of={X} size={14} />
          </Button>
        </div>
      ))}
      <div>
        <Button icon={Plus} disabled={isReadOnly} onClick={() => onChange([...options, { value: '' }])}>
          {t('Add an option')}
        </Button>
      </div>
    </div>
  )
}
