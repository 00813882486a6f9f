import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { t } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import { formatDateFigures, getToday, parseDate } from './dates.ts'
import { loadFloating } from './floating/load.ts'
import { CalendarDays } from './icons.ts'
import { useMedia } from './use-media.ts'

type DateFieldProps = {
  /** `2031-03-04`, or an empty string. */
  value: string
  onChange: (date: string) => void
  /** Accessible name, unless a `<label>` refers to the field by `id`. */
  label?: string
  id?: string
  /** First and last date that can be chosen. */
  min?: string
  max?: string
  required?: boolean
  disabled?: boolean
  className?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
}

const DatePopup = lazy(async () => ({ default: (await loadFloating()).DatePopup }))

/** Date field: typed in the format of the user's language, or chosen in a calendar. Touch screens get the native control. */
export function DateField({ value, onChange, label, min, max, className = '', disabled, ...rest }: DateFieldProps) {
  const problemId = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** The typed text and the value that it was parsed to. Discarded when the value changes from outside. */
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null)
  const [wasLeft, setLeft] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const isTouch = useMedia('(pointer: coarse)')
  const text = typed !== null && typed.value === value ? typed.text : formatDateFigures(value)
  const problem = findProblem(text, min, max)
  const isProblemShown = problem !== '' && (wasLeft || rest['aria-invalid'] === true)
  // An invalid field blocks submitting the form.
  useEffect(() => input.current?.setCustomValidity(problem), [problem])
  if (isTouch)
    return (
      <input
        {...rest}
        {...{ min, max, value, disabled }}
        type="date"
        aria-label={label}
        className={`field ${className}`}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  const change = (next: string): void => {
    // A four-digit year completes the date; a shorter one may be incomplete.
    const date = /\d{4}/.test(next) && findProblem(next, min, max) === '' ? (parseDate(next) ?? '') : ''
    setTyped({ text: next, value: date })
    if (date !== value) onChange(date)
  }
  const leave = (): void => {
    setLeft(true)
    if (problem !== '') return
    const date = parseDate(text) ?? ''
    setTyped(null)
    if (date !== value) onChange(date)
  }
  const load = (): void => {
    void loadFloating()
    void import('./calendar.tsx')
  }
  return (
    <span className={`inline-grid content-start ${className}`}>
      <span className="relative flex">
        <input
          {...rest}
          ref={input}
          aria-label={label}
          disabled={disabled}
          autoComplete="off"
          inputMode="numeric"
          className="field w-full min-w-32 pe-9 tabular-nums"
          placeholder={formatDateFigures(getToday())}
          value={text}
          aria-invalid={isProblemShown || rest['aria-invalid']}
          aria-describedby={[rest['aria-describedby'], isProblemShown && problemId].filter(Boolean).join(' ') || undefined}
          onChange={({ target }) => {
            setLeft(false)
            change(target.value)
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave()
            if (event.key !== 'ArrowDown' || !event.altKey) return
            event.preventDefault()
            button.current?.click()
          }}
        />
        <IconButton
          ref={button}
          icon={CalendarDays}
          label={t('Open the calendar')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          disabled={disabled}
          className="absolute! end-0.75 top-0.75 max-md:size-9!"
          onPointerEnter={load}
          onFocus={load}
          onClick={() => {
            setOpen(!isOpen)
            setWasOpen(true)
          }}
        />
        {wasOpen && (
          <Suspense fallback={null}>
            <DatePopup
              label={t('Choose a date')}
              value={parseDate(text) ?? value}
              {...{ min, max, button, isOpen }}
              onPick={onChange}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </span>
      {isProblemShown && (
        <span id={problemId} className="mt-1.5 text-xs text-danger">
          {problem}
        </span>
      )}
    </span>
  )
}

/** Validates a typed date. Returns an error sentence, or an empty string for a valid or empty date. */
function findProblem(text: string, min: string | undefined, max: string | undefined): string {
  if (text.trim() === '') return ''
  const date = parseDate(text)
  if (date === null) return t('Enter a date such as {example}.', { example: formatDateFigures(getToday()) })
  if (min !== undefined && date < min) return t('Choose {date} or later.', { date: formatDateFigures(min) })
  return max !== undefined && date > max ? t('Choose {date} or earlier.', { date: formatDateFigures(max) }) : ''
}

/** Date and time field, as `2031-03-04T10:30`. Choosing a date sets the time to `firstTime`. */
export function DateTimeField({ value, onChange, firstTime = '09:00', className = '', ...rest }: DateFieldProps & { firstTime?: string }) {
  const [date = '', time = ''] = value.split('T')
  return (
    <span className={`flex gap-2 ${className}`}>
      <DateField
        {...rest}
        className="min-w-0 flex-1"
        value={date}
        onChange={(next) => onChange(next === '' ? '' : `${next}T${time === '' ? firstTime : time}`)}
      />
      <input
        type="time"
        aria-label={t('Time')}
        aria-describedby={rest['aria-describedby']}
        aria-invalid={rest['aria-invalid']}
        required={rest.required}
        disabled={rest.disabled === true || date === ''}
        className="field"
        value={time}
        onChange={({ target }) => target.value !== '' && onChange(`${date}T${target.value}`)}
      />
    </span>
  )
}
