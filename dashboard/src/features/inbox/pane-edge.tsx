import { useRef, type KeyboardEvent, type PointerEvent } from 'react'

/** Limits of a pane's width in pixels. */
export type PaneLimits = { min: number; max: number }

type PaneEdgeProps = {
  label: string
  /** The neighbouring pane that the separator resizes. The other neighbour takes the remaining width. */
  pane: 'before' | 'after'
  /** The preferred width in pixels. In a narrow window the pane may be narrower. */
  width: number
  limits: PaneLimits
  /** Minimum width in pixels of the other neighbour. */
  minOther: number
  /** Called with the new width in pixels; null restores the default width. */
  onResize: (width: number | null) => void
}

const stepPx = 24

/** A 1 px separator between panes, moved by dragging or with the arrow keys. The hit area is wider than the line. */
export function PaneEdge({ label, pane, width, limits, minOther, onResize }: PaneEdgeProps) {
  /** Converts the pointer's position to a width; null while the agent is not dragging. */
  const drag = useRef<((x: number) => number) | null>(null)
  /** Returns a function that computes the pane's width after the separator has moved right by a number of pixels. */
  const startFrom = (edge: HTMLElement): ((right: number) => number) => {
    const [sized, other] =
      pane === 'before' ? [edge.previousElementSibling, edge.nextElementSibling] : [edge.nextElementSibling, edge.previousElementSibling]
    const start = sized?.getBoundingClientRect().width ?? width
    const max = Math.min(limits.max, start + (other?.getBoundingClientRect().width ?? 0) - minOther)
    const sign = (pane === 'before') === (document.documentElement.dir !== 'rtl') ? 1 : -1
    return (right) => Math.round(Math.max(limits.min, Math.min(max, start + sign * right)))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const add = startFrom(event.currentTarget)
    const { clientX } = event
    drag.current = (x) => add(x - clientX)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const end = pane === 'before' ? Infinity : -Infinity
    const right = { ArrowLeft: -stepPx, ArrowRight: stepPx, Home: -end, End: end }[event.key]
    if (right === undefined) return
    event.preventDefault()
    onResize(startFrom(event.currentTarget)(right))
  }
  return (
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      tabIndex={0}
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line outline-offset-0 select-none after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-accent focus-visible:bg-accent active:bg-accent pointer-coarse:after:-inset-x-2.5"
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => drag.current && onResize(drag.current(clientX))}
      onLostPointerCapture={() => (drag.current = null)}
      onDoubleClick={() => onResize(null)}
      onKeyDown={onKeyDown}
    />
  )
}
