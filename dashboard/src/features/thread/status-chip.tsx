import type { MouseEvent } from 'react'
import type { Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AlarmClock, X, type IconType } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'
import { statusNames } from '../threads/names.ts'
import { statusIcons } from '../threads/status-icons.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'

/** Status of a thread, which opens its picker. Of a snoozed thread, a second button ends the snooze. */
export function StatusChip({ thread, onPick }: { thread: Thread; onPick: (event: MouseEvent<HTMLElement>) => void }) {
  const { text, tone, icon } = describeState(thread)
  const actions = useThreadActions()
  const canWake = useRights().whyNot('unsnoozeThread') === null && thread.snoozed
  return (
    <span className="inline-flex items-center gap-0.5">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={formatAriaKeys('status')}
        data-tip={[t('Status'), formatKeys('status')].filter((part) => part !== '').join(' · ')}
        className="inline-flex min-h-6 items-center rounded-full transition-[filter] hover:brightness-95 low-chip dark:hover:brightness-125"
        onClick={onPick}
      >
        <span className="sr-only">{t('Status:')} </span>
        <Badge tone={tone} icon={icon}>
          {text}
        </Badge>
      </button>
      {canWake && (
        <button
          type="button"
          aria-label={t('Wake now')}
          aria-keyshortcuts={formatAriaKeys('wake')}
          data-tip={[t('Wake now'), formatKeys('wake')].filter((part) => part !== '').join(' · ')}
          className="grid size-6 place-items-center rounded-full text-muted hover:bg-hover hover:text-text max-md:w-7 low-chip"
          onClick={() => actions.wake(thread)}
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </span>
  )
}

export function describeState({ status, snoozed, snoozedUntil }: Thread): { text: string; tone: Tone; icon: IconType } {
  if (!snoozed) return { text: t(statusNames[status]), tone: status === 'open' ? 'good' : 'plain', icon: statusIcons[status] }
  const text =
    snoozedUntil === null ? t('Snoozed until the customer writes') : t('Snoozed until {time}', { time: formatMoment(snoozedUntil) })
  return { text, tone: 'accent', icon: AlarmClock }
}
