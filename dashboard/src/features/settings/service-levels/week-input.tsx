import { useState } from 'react'
import { t } from '../../../texts/texts.ts'
import type { CustomInput } from '../../../ui/form/fields.ts'
import { dayNames, days, formatPeriods, readPeriods, type Day, type Period, type Week } from './week-periods.ts'
import { DayBar, HourMarks } from './day-bar.tsx'

/** Edits the hours of a week, as text or by dragging in each day's bar. */
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
      {days.map((day) => (
        <DayRow
          key={day}
          {...{ day, week, isReadOnly }}
          isInvalid={Object.keys(problems).some((path) => path.startsWith(`.${day}`))}
          onChange={(periods) => change(day, periods)}
        />
      ))}
    </div>
  )
}

type DayRowProps = { day: Day; week: Week; isReadOnly: boolean; isInvalid: boolean; onChange: (periods: Period[]) => void }

function DayRow({ day, week, isReadOnly, isInvalid, onChange }: DayRowProps) {
  const periods = week[day] ?? []
  /** Text that is being typed, shown instead of the formatted periods. */
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1">
      <span aria-hidden className="text-muted">
        {dayNames[day].short}
      </span>
      <input
        aria-label={dayNames[day].long}
        aria-invalid={isInvalid}
        className="field w-full tabular-nums"
        placeholder={t('Closed')}
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
