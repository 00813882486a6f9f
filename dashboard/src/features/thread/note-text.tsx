import type { Message } from '@skein/client'
import { useTeams, useUsers } from '../threads/use-catalog.ts'
import { useMeId } from '../threads/use-threads.ts'
import { LinkedText } from './linked-text.tsx'
import { splitMentions } from './mentions.ts'
import { useNames } from '../threads/use-names.ts'

/** Shows the text of a note, with its mentions highlighted. */
export function NoteText({ text, mentions, mentionedTeamIds }: { text: string } & Pick<Message, 'mentions' | 'mentionedTeamIds'>) {
  const names = useNames()
  const meId = useMeId()
  const { data: teams = [] } = useTeams(mentionedTeamIds.length > 0)
  const { data: users = [] } = useUsers(mentionedTeamIds.length > 0)
  const myTeamIds = users.find(({ id }) => id === meId)?.teamIds ?? []
  const named = [
    ...mentions.map((id) => ({ id, name: names.user(id) ?? '' })),
    ...mentionedTeamIds.map((id) => ({ id, name: teams.find((team) => team.id === id)?.name ?? '' })),
  ]
  return splitMentions(text, named).map(({ at, words, id }) =>
    id === null ? (
      <LinkedText key={at} text={words} />
    ) : (
      <span key={at} className={`font-semibold text-accent ${id === meId || myTeamIds.includes(id) ? 'rounded bg-tint px-0.5' : ''}`}>
        {words}
      </span>
    ),
  )
}
