import { useState } from 'react'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { t } from '../../../texts/texts.ts'
import { Button, Key } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AlarmClock, ChevronUp, CircleCheck, Clock, Hourglass } from '../../../ui/icons.ts'
import { MenuButton } from '../../../ui/menu.tsx'
import { bulkChange, type BulkChange } from '../../threads/bulk-changes.ts'
import { SnoozePicker } from '../snooze-picker.tsx'
import { SendLater } from './send-later.tsx'
import type { SendOptions } from './use-send-message.ts'

type SendButtonProps = {
  /** Whether the draft is a reply, which has more ways to send. */
  isReply: boolean
  /** The keys that send, as shown on the screen. */
  keys: string
  describedBy: string | undefined
  /** Reason why the draft cannot be sent; null if it can. */
  whyNot: string | null
  onSend: (options?: SendOptions) => void
  onResolve: () => void
  /** Makes a change that removes the thread from the list, and moves on to the next thread. */
  onMoveOn: (change: (onUndo: () => void) => void) => void
}

/** Button that sends the reply or adds the note, with a menu of other ways to send. */
export function SendButton({ isReply, keys, describedBy, whyNot, onSend, onResolve, onMoveOn }: SendButtonProps) {
  const [picker, setPicker] = useState<'later' | 'snooze' | null>(null)
  const canSend = whyNot === null
  /** Sends the reply and changes the thread in one request. */
  const sendAndChange = (change: BulkChange): void => onSend({ change, onMoveOn })
  return (
    <div className="flex">
      <Button
        look="primary"
        className={isReply ? 'rounded-e-none' : ''}
        aria-keyshortcuts={formatAriaKeys('send')}
        aria-describedby={describedBy}
        disabled={!canSend}
        data-tip={whyNot ?? undefined}
        onClick={() => onSend()}
      >
        {isReply ? t('Send') : t('Add note')} <Key>{keys}</Key>
      </Button>
      {isReply && (
        <MenuButton
          label={t('More ways to send')}
          side="top-end"
          className={`grid min-h-8 w-8 place-items-center rounded-e-md transition-colors max-md:min-h-11 max-md:w-11 forced-colors:border ${canSend ? 'bg-fill text-on-fill shadow-[inset_1px_0_0_#ffffff33,var(--depth-1)] hover:bg-fill-hover' : 'bg-hover text-muted shadow-[inset_1px_0_0_var(--line)]'}`}
          items={[
            {
              label: t('Send and resolve'),
              icon: CircleCheck,
              keys: formatKeys('sendAndResolve'),
              whyNot,
              onSelect: () => onSend({ onSent: onResolve }),
            },
            { label: t('Send and snooze…'), icon: AlarmClock, whyNot, onSelect: () => setPicker('snooze') },
            { label: t('Send and set to pending'), icon: Hourglass, whyNot, onSelect: () => sendAndChange(bulkChange.status('pending')) },
            'separator',
            { label: t('Send later…'), icon: Clock, whyNot, onSelect: () => setPicker('later') },
          ]}
        >
          <Icon of={ChevronUp} />
          <span className="sr-only">{t('More ways to send')}</span>
        </MenuButton>
      )}
      {picker === 'later' && <SendLater onPick={(sendAt) => onSend({ sendAt })} onClose={() => setPicker(null)} />}
      {picker === 'snooze' && <SnoozePicker onPick={(until) => sendAndChange(bulkChange.snooze(until))} onClose={() => setPicker(null)} />}
    </div>
  )
}
