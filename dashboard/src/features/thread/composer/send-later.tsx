import { useMemo, useState } from 'react'
import { Picker } from '../../../ui/picker.tsx'
import { readSnooze, snoozePresets } from '../snooze-times.ts'

/** When a reply is to be sent: presets, or a time that is typed (`fri 9am`). */
export function SendLater({ onPick, onClose }: { onPick: (at: Date) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const times = useMemo(
    () => (text.trim() === '' ? snoozePresets() : readSnooze(text)).flatMap(({ name, at }) => (at ? [{ name, at }] : [])),
    [text],
  )
  const show = (at: Date): string =>
    at.toLocaleString([], { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
  return (
    <Picker
      label="Send at"
      options={times.map(({ name, at }, i) => ({ id: String(i), name, detail: show(at) }))}
      onType={setText}
      onClose={onClose}
      onPick={(id) => {
        const chosen = times[Number(id)]
        if (chosen) onPick(chosen.at)
      }}
    />
  )
}
