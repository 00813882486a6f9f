import { useState } from 'react'
import { formatDuration, readDuration, explainInvalidDuration, type DurationRange, type DurationUnit } from '../duration.ts'
import { formatLocale } from '../../texts/language.ts'

type DurationInputProps = {
  id: string
  value: unknown
  onChange: (value: number | null) => void
  range: DurationRange
  /** Formats the value in the largest units, such as `1 day` for 1440 minutes. */
  inWords?: true
  required: boolean
  disabled: boolean
  isInvalid: boolean
  describedBy: string | undefined
}

/** Duration field. Below it, it echoes the parsed duration, or shows an error. */
export function DurationInput({ id, value, onChange, range, inWords, required, disabled, isInvalid, describedBy }: DurationInputProps) {
  /** The typed text and its value in the field's unit. */
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null)
  const amount = typeof value === 'number' ? value : null
  // Discard the typed text when the value changes from outside, such as after a reload.
  const current = typed !== null && typed.value === amount ? typed.text : null
  const text = current ?? (amount === null ? '' : inWords ? formatDuration(amount, range.unit) : writeAmount(amount, range.unit))
  const refusal = explainInvalidDuration(text, range)
  const read = current === null || refusal !== null ? null : readDuration(text, range.unit)
  return (
    <>
      <input
        id={id}
        // The form checks the custom validity before it submits.
        ref={(input) => input?.setCustomValidity(refusal ?? '')}
        autoComplete="off"
        className="field w-full max-w-36 tabular-nums"
        required={required}
        disabled={disabled}
        aria-invalid={isInvalid || refusal !== null}
        aria-describedby={[describedBy, `${id}-read`].filter(Boolean).join(' ')}
        value={text}
        onChange={(event) => {
          const next = event.target.value
          const nextValue = explainInvalidDuration(next, range) === null ? readDuration(next, range.unit) : null
          setTyped({ text: next, value: nextValue })
          onChange(nextValue)
        }}
      />
      <p id={`${id}-read`} aria-live="polite" className={`mt-1.5 text-xs empty:hidden ${refusal === null ? 'text-muted' : 'text-danger'}`}>
        {refusal ?? (read === null ? '' : `= ${formatDuration(read, range.unit)}`)}
      </p>
    </>
  )
}

/** Formats a number of a unit for editing, without thousands separators: `1500 days`. */
function writeAmount(amount: number, unit: DurationUnit): string {
  return amount.toLocaleString(formatLocale, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long', useGrouping: false })
}
