import type { ThreadPriority } from '@skein/client'
import { priorityNames } from './names.ts'
import { t } from '../../texts/texts.ts'

const colours: Readonly<Record<ThreadPriority, string>> = {
  urgent: 'text-danger',
  high: 'text-text-2',
  normal: 'text-muted',
  low: 'text-muted',
}
/** Number of filled bars, of three. */
const bars: Readonly<Record<Exclude<ThreadPriority, 'urgent'>, number>> = { high: 3, normal: 2, low: 1 }

type PriorityMarkProps = {
  priority: ThreadPriority
  withName?: true
  /** True when the name is next to the icon. */
  isDecorative?: true
}

/** Priority icon that differs by shape: a filled square with an exclamation mark for urgent, one to three bars for the others. */
export function PriorityMark({ priority, withName, isDecorative }: PriorityMarkProps) {
  return (
    <span
      data-tip={t('Priority: {priority}', { priority: t(priorityNames[priority]) })}
      className="inline-flex shrink-0 items-center gap-1.5"
    >
      <svg viewBox="0 0 14 14" aria-hidden fill="currentColor" className={`size-3.5 forced-color-adjust-none ${colours[priority]}`}>
        {priority === 'urgent' ? (
          <path
            fillRule="evenodd"
            d="M3 1h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm3.2 2.2h1.6v4.6H6.2zM7 9.3a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z"
          />
        ) : (
          [1, 5.5, 10].map((x, bar) => (
            <rect key={x} x={x} y={9 - bar * 3.5} width="3" height={4 + bar * 3.5} rx="1" opacity={bar < bars[priority] ? 1 : 0.28} />
          ))
        )}
      </svg>
      {!isDecorative && <span className={withName ? '' : 'sr-only'}>{t(priorityNames[priority])}</span>}
    </span>
  )
}
