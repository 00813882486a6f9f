import { plural } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { joinNames } from './join-names.ts'
import { useOtherAgents } from './own-presence.ts'

/** Lists the other agents who are viewing the thread or typing in it. */
export function PresentAgents({ threadId }: { threadId: string }) {
  const agents = useOtherAgents(threadId)
  const typing = agents.filter(({ isTyping }) => isTyping)
  const viewing = agents.filter(({ isTyping }) => !isTyping)
  const words = [
    ...(typing.length > 0
      ? [plural(typing.length, '{names} is typing', '{names} are typing', { names: joinNames(typing.map(({ name }) => name)) })]
      : []),
    ...(viewing.length > 0
      ? [plural(viewing.length, '{names} is here', '{names} are here', { names: joinNames(viewing.map(({ name }) => name)) })]
      : []),
  ].join(', ')
  return (
    // Takes the room that its line has left, and always that of one face, so that nothing moves when a colleague comes.
    <span
      data-tip={words === '' ? undefined : words}
      className="flex h-5 min-w-5 flex-1 basis-0 items-center justify-end gap-1.5 overflow-hidden text-xs font-medium text-accent"
    >
      <span role="status" aria-live="polite" className="min-w-0 truncate">
        {words}
      </span>
      <span className="flex shrink-0 -space-x-1.5">
        {[...typing, ...viewing].slice(0, maxFaces).map(({ id, name, isTyping }) => (
          <Avatar key={id} name={name} size={20} className={`border-2 ${isTyping ? 'border-accent' : 'border-surface'}`} />
        ))}
      </span>
    </span>
  )
}

const maxFaces = 4
