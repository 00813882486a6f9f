import { useMemo, useState } from 'react'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { AlarmClock, AlarmClockOff, Reply } from '../../ui/icons.ts'
import { Picker, type Option } from '../../ui/picker.tsx'
import { parseSnooze, snoozeHint, snoozePresets } from './snooze-times.ts'

type SnoozePickerProps = {
  anchor?: HTMLElement | null | undefined
  /** Ends the present snooze. Offered first. */
  onWake?: (() => void) | undefined
  /** Whether to offer only times, without "until the customer replies". */
  isTimeOnly?: boolean
  /** Called with null for a snooze until the customer writes. */
  onPick: (until: Date | null) => void
  onClose: () => void
}

const wakeId = 'wake'

/** Picker for a snooze: a typed time, or a preset. */
export function SnoozePicker({ anchor, isTimeOnly = false, onWake, onPick, onClose }: SnoozePickerProps) {
  const [text, setText] = useState('')
  const choices = useMemo(() => {
    const typed = text.trim() === '' ? [] : parseSnooze(text)
    const all = typed.length > 0 || text.trim() !== '' ? typed : snoozePresets()
    return isTimeOnly ? all.filter(({ at }) => at !== null) : all
  }, [text, isTimeOnly])
  const format = (at: Date): string =>
    at.toLocaleString(formatLocale, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
  const times: Option[] = choices.map(({ name, at }, i) => ({
    id: String(i),
    name,
    mark: <Icon of={at ? AlarmClock : Reply} className="text-muted" />,
    ...(at ? { detail: format(at) } : {}),
  }))
  const wake: Option = { id: wakeId, name: t('Wake now'), mark: <Icon of={AlarmClockOff} className="text-muted" /> }
  const options = onWake && text.trim() === '' ? [wake, ...times] : times
  return (
    <Picker
      anchor={anchor}
      label={t('Snooze until')}
      hint={t(snoozeHint)}
      options={options}
      onClose={onClose}
      onType={setText}
      onPick={(id) => {
        if (id === wakeId) return onWake?.()
        const choice = choices[Number(id)]
        if (choice) onPick(choice.at)
      }}
    />
  )
}
