import type { ReactNode } from 'react'
import { fills } from './tones.ts'
import { isRightToLeft } from './use-width.ts'

type BarCellProps = { value: number | null; max: number; children: ReactNode }

/** Table cell with a number and a bar, whose length is relative to the column's maximum. */
export function BarCell({ value, max, children }: BarCellProps) {
  const length = max === 0 || value === null || value === 0 ? 0 : Math.max(1, (value / max) * 100)
  return (
    <span className="flex items-center gap-2">
      <svg aria-hidden viewBox="0 0 100 10" preserveAspectRatio="none" className="h-2.5 w-16 shrink-0 @min-[36rem]:w-24 @min-[50rem]:w-32">
        <rect x={isRightToLeft() ? 100 - length : 0} width={length} height="10" className={fills[1]} />
      </svg>
      <span className="tabular-nums">{children}</span>
    </span>
  )
}
