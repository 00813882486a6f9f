import { useRef, useState, type PointerEvent } from 'react'
import { formatTime, dayMinutes, listStretches, addPeriod, type Day, type Period, type Week } from './week-periods.ts'

const stepMinutes = 30
const markedHours = [6, 12, 18]

type DayBarProps = { day: Day; week: Week; isReadOnly: boolean; onChange: (periods: Period[]) => void }

/** A bar from midnight to midnight. Dragging adds a period. Hidden from screen readers, because the text field above does the same. */
export function DayBar({ day, week, isReadOnly, onChange }: DayBarProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ start: number; now: number } | null>(null)
  const minutesAt = ({ clientX }: PointerEvent): number => {
    const box = ref.current?.getBoundingClientRect()
    if (!box) return 0
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width))
    return Math.round((share * dayMinutes) / stepMinutes) * stepMinutes
  }
  const drawn = drag && { from: Math.min(drag.start, drag.now), to: Math.max(drag.start, drag.now) }
  const place = ({ from, to }: { from: number; to: number }) => ({
    insetInlineStart: `${(from / dayMinutes) * 100}%`,
    width: `${((to - from) / dayMinutes) * 100}%`,
  })
  return (
    <div
      ref={ref}
      aria-hidden
      data-day={day}
      className={`relative h-5 touch-none overflow-hidden rounded-md border border-line bg-sunken ${isReadOnly ? '' : 'cursor-crosshair'}`}
      onPointerDown={(event) => {
        if (isReadOnly || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = minutesAt(event)
        setDrag({ start: at, now: at })
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, now: minutesAt(event) })}
      onPointerUp={() => {
        if (drawn && drawn.to > drawn.from) onChange(addPeriod(week[day] ?? [], drawn.from, drawn.to))
        setDrag(null)
      }}
      onPointerCancel={() => setDrag(null)}
    >
      {markedHours.map((hour) => (
        <span key={hour} className="absolute inset-y-0 border-s border-line" style={{ insetInlineStart: `${(hour / 24) * 100}%` }} />
      ))}
      {listStretches(week, day).map(({ from, to, isRemainder }) => (
        <span
          key={`${from}-${to}-${String(isRemainder)}`}
          className={`absolute inset-y-0 bg-fill ${isRemainder ? 'opacity-40' : 'opacity-80'}`}
          style={place({ from, to })}
        />
      ))}
      {drawn && (
        <span className="absolute inset-y-0 truncate bg-fill px-1 text-xs leading-5 text-on-fill tabular-nums" style={place(drawn)}>
          {formatTime(drawn.from)}–{formatTime(drawn.to)}
        </span>
      )}
    </div>
  )
}

/** Labels of the hour marks. */
export function HourMarks() {
  return (
    <div aria-hidden className="relative h-4 text-xs text-muted tabular-nums">
      {markedHours.map((hour) => (
        <span key={hour} className="absolute -translate-x-1/2 rtl:translate-x-1/2" style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
          {formatTime(hour * 60)}
        </span>
      ))}
    </div>
  )
}
