import type { Holiday } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import type { CustomInput } from '../../../ui/form/fields.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Plus, X } from '../../../ui/icons.ts'

/** Edits the holidays of business hours. */
export function HolidaysInput({ value, onChange, isReadOnly, problems }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const holidays = (Array.isArray(value) ? value : []) as readonly Holiday[]
  const change = (at: number, next: Holiday): void => onChange(holidays.map((each, index) => (index === at ? next : each)))
  const box = 'field min-w-0'
  return (
    <div className="grid gap-1.5">
      {holidays.map(({ date, name }, at) => (
        // Only the index identifies a holiday, because its date may be empty or changing.
        // oxlint-disable-next-line react/no-array-index-key -- see above.
        <div key={at} className="flex flex-wrap items-center gap-1.5">
          <DateField
            label={t('Date of holiday {number}', { number: at + 1 })}
            aria-invalid={problems[`[${at}].date`] !== undefined}
            className="min-w-0"
            required
            disabled={isReadOnly}
            value={date}
            onChange={(next) => change(at, { ...(name === undefined ? {} : { name }), date: next })}
          />
          <input
            aria-label={t('Name of holiday {number}', { number: at + 1 })}
            className={`${box} flex-1`}
            placeholder={t('Name')}
            maxLength={255}
            disabled={isReadOnly}
            value={name ?? ''}
            onChange={(event) => change(at, { date, ...(event.target.value === '' ? {} : { name: event.target.value }) })}
          />
          <Button
            look="plain"
            disabled={isReadOnly}
            aria-label={t('Remove holiday {number}', { number: at + 1 })}
            onClick={() => onChange(holidays.filter((_, index) => index !== at))}
          >
            <Icon of={X} size={14} />
          </Button>
        </div>
      ))}
      <div>
        <Button icon={Plus} disabled={isReadOnly} onClick={() => onChange([...holidays, { date: '' }])}>
          {t('Add a day')}
        </Button>
      </div>
    </div>
  )
}
