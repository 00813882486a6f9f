import type { Message } from '@skein/client'
import { useMeId } from '../threads/use-threads.ts'
import { LinkedText } from './linked-text.tsx'
import { splitMentions } from './mentions.ts'
import { useNames } from './thread-history.ts'

/** Shows the text of a note, with its mentions highlighted. */
export function NoteText({ text, mentions }: { text: string; mentions: Message['mentions'] }) {
  const names = useNames()
  const meId = useMeId()
  const users = mentions.map((id) => ({ id, name: names.user(id) ?? '' }))
  return splitMentions(text, users).map(({ at, words, id }) =>
    id === null ? (
      <LinkedText key={at} text={words} />
    ) : (
      <span key={at} className={`font-semibold text-accent ${id === meId ? 'rounded bg-tint px-0.5' : ''}`}>
        {words}
      </span>
    ),
  )
}
