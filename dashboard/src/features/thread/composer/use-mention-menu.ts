import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { mentionBefore, mentionsIn } from '../mentions.ts'
import type { Caret, Writing } from './field.ts'

type Person = { id: string; name: string; email: string }
type Parts = { isOn: boolean; caret: Caret; replace: (length: number, words: Writing) => void }

const shownMax = 8

/** What an at sign in a note offers, what the keys do there, and whom the note mentions in the end. */
export function useMentionMenu({ isOn, caret: { before }, replace }: Parts) {
  const { skein } = useApi()
  const meId = useMeId()
  const [at, setAt] = useState(0)
  /** Where Escape was pressed: an at sign can be just that. */
  const [dismissed, setDismissed] = useState(-1)
  /** Of several people of one name, the one who was chosen. */
  const chosen = useRef(new Map<string, string>())
  const { data: all = [] } = useQuery({
    queryKey: ['users'],
    enabled: isOn,
    queryFn: () => skein.listUsers({ query: { limit: 100 } }).toArray(),
  })
  const people = all.filter(({ status }) => status === 'ACTIVE')
  const typed = isOn ? mentionBefore(before) : null
  // Another at sign at the same place is another one.
  if (typed === null && dismissed !== -1) setDismissed(-1)
  const wanted = typed?.typed.toLowerCase() ?? ''
  // The beginning of any of their names, or of their address.
  const isMeant = ({ name, email }: Person): boolean =>
    ` ${name}`.toLowerCase().includes(` ${wanted}`) || email.toLowerCase().startsWith(wanted)
  const isOpen = typed !== null && typed.at !== dismissed
  const shown = isOpen ? people.filter((person) => person.id !== meId && isMeant(person)).slice(0, shownMax) : []
  const active = shown[Math.min(at, shown.length - 1)]
  const insert = ({ id, name }: Person): void => {
    if (!typed) return
    chosen.current.set(name, id)
    replace(before.length - typed.at, { text: `@${name} `, html: null })
    setAt(0)
  }
  return {
    shown,
    active,
    insert,
    mentionsOf: (note: string) => mentionsIn(note, people, chosen.current),
    /** Whether the key was one of the menu's. */
    onKey(key: string, isMod: boolean): boolean {
      if (!active || isMod) return false
      if (key === 'ArrowDown') setAt((now) => (Math.min(now, shown.length - 1) + 1) % shown.length)
      else if (key === 'ArrowUp') setAt((now) => (Math.min(now, shown.length - 1) - 1 + shown.length) % shown.length)
      else if (key === 'Escape') setDismissed(typed?.at ?? -1)
      else if (key === 'Enter' || key === 'Tab') insert(active)
      else return false
      return true
    },
  }
}
