import { useMemo, useState } from 'react'
import { Picker } from '../../../ui/picker.tsx'
import { parseSnooze, snoozePresets } from '../snooze-times.ts'

/** Lets the agent choose when to send a reply: a preset, or a typed time such as `fri 9am`. */
export function SendLater({ onPick, onClose }: { onPick: (at: Date) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const times = useMemo(
    () => (text.trim() === '' ? snoozePresets() : parseSnooze(text)).flatMap(({ name, at }) => (at ? [{ name, at }] : [])),
    [text],
  )
  const format = (at: Date): string =>
    at.toLocaleString([], { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
  return (
    <Picker
      label="Send at"
      options={times.map(({ name, at }, i) => ({ id: String(i), name, detail: format(at) }))}
      onType={setText}
      onClose={onClose}
      onPick={(id) => {
        const chosen = times[Number(id)]
        if (chosen) onPick(chosen.at)
      }}
    />
  )
}
