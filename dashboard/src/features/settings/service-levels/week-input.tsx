import { useState } from 'react'
import type { CustomInput } from '../../../ui/form/fields.ts'
import { days, formatPeriods, readPeriods, type Day, type Period, type Week } from './week-periods.ts'
import { DayBar, HourMarks } from './day-bar.tsx'

/** Edits the hours of a week, for each day as text or by dragging on its bar. */
export function WeekInput({ value, onChange, isReadOnly, problems }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const week = (value ?? {}) as Week
  const change = (day: Day, periods: Period[]): void => {
    const { [day]: _, ...rest } = week
    onChange(periods.length === 0 ? rest : { ...week, [day]: periods })
  }
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2">
        <span />
        <HourMarks />
      </div>
      {days.map(([day, name]) => (
        <DayRow
          key={day}
          {...{ day, name, week, isReadOnly }}
          isInvalid={Object.keys(problems).some((path) => path.startsWith(`.${day}`))}
          onChange={(periods) => change(day, periods)}
        />
      ))}
    </div>
  )
}

type DayRowProps = { day: Day; name: string; week: Week; isReadOnly: boolean; isInvalid: boolean; onChange: (periods: Period[]) => void }

function DayRow({ day, name, week, isReadOnly, isInvalid, onChange }: DayRowProps) {
  const periods = week[day] ?? []
  /** While the user types, the field shows the typed text instead of the formatted periods. */
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1">
      <span aria-hidden className="text-sm text-muted">
        {name.slice(0, 3)}
      </span>
      <input
        aria-label={name}
        aria-invalid={isInvalid}
        className="h-8 w-full rounded-md border border-line-strong bg-surface px-2 text-sm tabular-nums disabled:border-line disabled:text-muted"
        placeholder="Closed"
        disabled={isReadOnly}
        value={draft ?? formatPeriods(periods)}
        onChange={(event) => {
          setDraft(event.target.value)
          onChange(readPeriods(event.target.value))
        }}
        onBlur={() => setDraft(null)}
      />
      <span />
      <DayBar day={day} week={week} isReadOnly={isReadOnly} onChange={onChange} />
    </div>
  )
}
