import { useId, type KeyboardEvent, type PointerEvent } from 'react'
import { t } from '../../texts/texts.ts'
import { isRightToLeft } from './use-width.ts'

type ChartWalkProps = {
  label: string
  /** Columns are points in time; rows are the lines of a chart, or the days of a heat map. */
  columns: number
  rows: number
  column: number
  row: number
  /** Describes the point in words. */
  text: string
  onMove: (column: number, row: number) => void
  /** Returns the point below the pointer. The position is in pixels from the start and the top of the chart. */
  find: (x: number, y: number) => { column: number; row: number } | null
  onOpen?: ((column: number, row: number) => void) | undefined
}

/** Slider over a chart: the pointer and the arrow keys move between its points. Screen readers read each point. */
export function ChartWalk({ label, columns, rows, column, row, text, onMove, find, onOpen }: ChartWalkProps) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent): void => {
    const forward = isRightToLeft() ? 'ArrowLeft' : 'ArrowRight'
    const backward = isRightToLeft() ? 'ArrowRight' : 'ArrowLeft'
    const targets: Readonly<Record<string, readonly [number, number]>> = {
      [forward]: [column + 1, row],
      [backward]: [column - 1, row],
      ArrowDown: [column, row + 1],
      ArrowUp: [column, row - 1],
      Home: [0, row],
      End: [columns - 1, row],
      PageUp: [column - 7, row],
      PageDown: [column + 7, row],
    }
    const target = targets[event.key]
    if (event.key === 'Enter' && onOpen) onOpen(column, row)
    else if (target) onMove(clamp(target[0], columns), clamp(target[1], rows))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const findPoint = (event: PointerEvent<HTMLElement> | React.MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return find(isRightToLeft() ? box.right - event.clientX : event.clientX - box.left, event.clientY - box.top)
  }
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={id}
        aria-valuemin={1}
        aria-valuemax={columns * rows}
        aria-valuenow={row * columns + column + 1}
        aria-valuetext={text}
        className={`absolute inset-0 rounded-sm focus-visible:-outline-offset-2 print:hidden ${onOpen ? 'cursor-pointer' : 'cursor-crosshair'}`}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const point = findPoint(event)
          if (point && (point.column !== column || point.row !== row)) onMove(point.column, point.row)
        }}
        onClick={(event) => {
          const point = findPoint(event)
          if (point) onOpen?.(point.column, point.row)
        }}
      />
      <p id={id} hidden>
        {onOpen
          ? t('The arrow keys walk over the chart. Enter shows what a number was counted from.')
          : t('The arrow keys walk over the chart.')}
      </p>
    </>
  )
}

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))
