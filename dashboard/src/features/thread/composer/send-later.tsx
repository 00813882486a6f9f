import { useMemo, useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Clock } from '../../../ui/icons.ts'
import { Picker } from '../../../ui/picker.tsx'
import { parseSnooze, snoozePresets } from '../snooze-times.ts'
import { formatLocale } from '../../../texts/language.ts'

/** Picker for the time to send a reply: a preset, or a typed time such as `fri 9am`. */
export function SendLater({ onPick, onClose }: { onPick: (at: Date) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const times = useMemo(
    () => (text.trim() === '' ? snoozePresets() : parseSnooze(text)).flatMap(({ name, at }) => (at ? [{ name, at }] : [])),
    [text],
  )
  const format = (at: Date): string =>
    at.toLocaleString(formatLocale, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
  return (
    <Picker
      label={t('Send at')}
      options={times.map(({ name, at }, i) => ({
        id: String(i),
        name,
        detail: format(at),
        mark: <Icon of={Clock} className="text-muted" />,
      }))}
      onType={setText}
      onClose={onClose}
      onPick={(id) => {
        const chosen = times[Number(id)]
        if (chosen) onPick(chosen.at)
      }}
    />
  )
}
