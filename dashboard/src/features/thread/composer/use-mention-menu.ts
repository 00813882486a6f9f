import { useRef, useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { useTeams, useUsers } from '../../threads/use-catalog.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { findMentionBefore, findMentionedIds } from '../mentions.ts'
import type { Caret, Writing } from '../../editor/field.ts'
import { begins, hasWord } from '../../../ui/fold-words.ts'

/** A user or a team. `detail` is the user's email. */
type Candidate = { id: string; name: string; detail: string; isTeam: boolean }
type Parts = { isOn: boolean; caret: Caret; replace: (length: number, words: Writing) => void }

const maxOptions = 8

/**
 * Finds the users and teams for the text after an at sign, handles the keyboard in their menu, and returns the users and teams that a note
 * mentions.
 */
export function useMentionMenu({ isOn, caret: { before }, replace }: Parts) {
  const meId = useMeId()
  const [at, setAt] = useState(0)
  /** The position of the at sign whose menu the agent closed with Escape; -1 for none. */
  const [dismissed, setDismissed] = useState(-1)
  /** Chosen ids by name, for names that several users or teams share. */
  const chosen = useRef(new Map<string, string>())
  const { data: users = [] } = useUsers(isOn)
  const { data: teams = [] } = useTeams(isOn)
  const candidates: Candidate[] = [
    ...users.filter(({ status }) => status === 'ACTIVE').map(({ id, name, email }) => ({ id, name, detail: email, isTeam: false })),
    ...teams.map(({ id, name }) => ({ id, name, detail: t('Team'), isTeam: true })),
  ]
  /** The mention that was just inserted, with its space. A space that the agent types after it would be the second one. */
  const inserted = useRef('')
  const typed = isOn ? findMentionBefore(before) : null
  // After the at sign is deleted, a new one at the same position opens the menu again.
  if (typed === null && dismissed !== -1) setDismissed(-1)
  const wanted = typed?.typed ?? ''
  // Match the beginning of the first name, of another name, or of the email address.
  const isMatch = ({ name, detail }: Candidate): boolean => hasWord(name, wanted) || begins(detail, wanted)
  const isOpen = typed !== null && typed.at !== dismissed
  const options = isOpen ? candidates.filter((each) => each.id !== meId && isMatch(each)).slice(0, maxOptions) : []
  const active = options[Math.min(at, options.length - 1)]
  const insert = ({ id, name }: Candidate): void => {
    if (!typed) return
    chosen.current.set(name, id)
    inserted.current = `@${name} `
    replace(before.length - typed.at, { text: inserted.current, html: null })
    setAt(0)
  }
  return {
    options,
    active,
    insert,
    findMentions: (note: string) => findMentionedIds(note, candidates, chosen.current),
    /** Returns true when the menu has handled the key. */
    onKey(key: string, isMod: boolean): boolean {
      if (key === ' ' && inserted.current !== '' && before.endsWith(inserted.current)) {
        inserted.current = ''
        return true
      }
      if (key.length === 1) inserted.current = ''
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
