import type { Holiday } from '@skein/client'
import { Button } from '../../../ui/button.tsx'
import type { CustomInput } from '../../../ui/form/fields.ts'

/** Edits the holidays of business hours. */
export function HolidaysInput({ value, onChange, isReadOnly, problems }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const holidays = (Array.isArray(value) ? value : []) as readonly Holiday[]
  const change = (at: number, next: Holiday): void => onChange(holidays.map((each, index) => (index === at ? next : each)))
  const box = 'h-8 min-w-0 rounded-md border border-line-strong bg-surface px-2 text-sm disabled:border-line disabled:text-muted'
  return (
    <div className="grid gap-1.5">
      {holidays.map(({ date, name }, at) => (
        // Only the index identifies a holiday, because its date may be empty or changing.
        // oxlint-disable-next-line react/no-array-index-key -- see above.
        <div key={at} className="flex flex-wrap items-center gap-1.5">
          <input
            type="date"
            aria-label={`Date of holiday ${at + 1}`}
            aria-invalid={problems[`[${at}].date`] !== undefined}
            className={box}
            required
            disabled={isReadOnly}
            value={date}
            onChange={(event) => change(at, { ...(name === undefined ? {} : { name }), date: event.target.value })}
          />
          <input
            aria-label={`Name of holiday ${at + 1}`}
            className={`${box} flex-1`}
            placeholder="Name"
            maxLength={255}
            disabled={isReadOnly}
            value={name ?? ''}
            onChange={(event) => change(at, { date, ...(event.target.value === '' ? {} : { name: event.target.value }) })}
          />
          <Button
            look="plain"
            disabled={isReadOnly}
            aria-label={`Remove holiday ${at + 1}`}
            onClick={() => onChange(holidays.filter((_, index) => index !== at))}
          >
            ×
          </Button>
        </div>
      ))}
      <div>
        <Button disabled={isReadOnly} onClick={() => onChange([...holidays, { date: '' }])}>
          Add a day
        </Button>
      </div>
    </div>
  )
}
