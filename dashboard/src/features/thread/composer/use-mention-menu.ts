import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { findMentionBefore, findMentionedIds } from '../mentions.ts'
import type { Caret, Writing } from './field.ts'

type Candidate = { id: string; name: string; email: string }
type Parts = { isOn: boolean; caret: Caret; replace: (length: number, words: Writing) => void }

const maxOptions = 8

/** Finds the users for the text after an at sign, handles the keys of their menu, and returns whom a note mentions. */
export function useMentionMenu({ isOn, caret: { before }, replace }: Parts) {
  const { skein } = useApi()
  const meId = useMeId()
  const [at, setAt] = useState(0)
  /** The position of the at sign whose menu the agent closed with Escape; -1 for none. */
  const [dismissed, setDismissed] = useState(-1)
  /** The id of the chosen user by name, for names that several users have. */
  const chosen = useRef(new Map<string, string>())
  const { data: all = [] } = useQuery({
    queryKey: ['users'],
    enabled: isOn,
    queryFn: () => skein.listUsers({ query: { limit: 100 } }).toArray(),
  })
  const users = all.filter(({ status }) => status === 'ACTIVE')
  const typed = isOn ? findMentionBefore(before) : null
  // After the at sign is deleted, a new one at the same position opens the menu again.
  if (typed === null && dismissed !== -1) setDismissed(-1)
  const wanted = typed?.typed.toLowerCase() ?? ''
  // The typed text may begin the first name, another name, or the address.
  const isMatch = ({ name, email }: Candidate): boolean =>
    ` ${name}`.toLowerCase().includes(` ${wanted}`) || email.toLowerCase().startsWith(wanted)
  const isOpen = typed !== null && typed.at !== dismissed
  const options = isOpen ? users.filter((user) => user.id !== meId && isMatch(user)).slice(0, maxOptions) : []
  const active = options[Math.min(at, options.length - 1)]
  const insert = ({ id, name }: Candidate): void => {
    if (!typed) return
    chosen.current.set(name, id)
    replace(before.length - typed.at, { text: `@${name} `, html: null })
    setAt(0)
  }
  return {
    options,
    active,
    insert,
    findMentions: (note: string) => findMentionedIds(note, users, chosen.current),
    /** Returns true when the menu has handled the key. */
    onKey(key: string, isMod: boolean): boolean {
      if (!active || isMod) return false
      if (key === 'ArrowDown') setAt((now) => (Math.min(now, options.length - 1) + 1) % options.length)
      else if (key === 'ArrowUp') setAt((now) => (Math.min(now, options.length - 1) - 1 + options.length) % options.length)
      else if (key === 'Escape') setDismissed(typed?.at ?? -1)
      else if (key === 'Enter' || key === 'Tab') insert(active)
      else return false
      return true
    },
  }
}
