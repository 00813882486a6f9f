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
    <span className={words === '' ? 'sr-only' : 'inline-flex min-w-0 items-center gap-1.5 text-xs font-medium text-accent'}>
      <span className="flex -space-x-1.5">
        {[...typing, ...viewing].slice(0, maxFaces).map(({ id, name }) => (
          <Avatar key={id} name={name} size={20} className="ring-2 ring-surface" />
        ))}
      </span>
      <span role="status" aria-live="polite" className="truncate">
        {words}
      </span>
    </span>
  )
}

const maxFaces = 4
