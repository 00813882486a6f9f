import { useOtherAgents } from './own-presence.ts'

/** Shows which other agents view the thread or type in it. */
export function PresentAgents({ threadId }: { threadId: string }) {
  const people = useOtherAgents(threadId)
  const typing = people.filter(({ isTyping }) => isTyping)
  const viewing = people.filter(({ isTyping }) => !isTyping)
  const words = [
    ...(typing.length > 0 ? [`${joinNames(typing)} ${typing.length === 1 ? 'is' : 'are'} typing`] : []),
    ...(viewing.length > 0 ? [`${joinNames(viewing)} ${viewing.length === 1 ? 'is' : 'are'} here`] : []),
  ].join(', ')
  return (
    <span role="status" aria-live="polite" className={words === '' ? 'sr-only' : 'font-medium text-accent'}>
      {words === '' ? '' : `● ${words}`}
    </span>
  )
}

function joinNames(people: readonly { name: string }[]): string {
  return people.map(({ name }) => name).join(', ')
}
