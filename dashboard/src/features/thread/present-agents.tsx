import { useOtherAgents } from './own-presence.ts'

/** Shows which other agents view the thread or type in it. */
export function PresentAgents({ threadId }: { threadId: string }) {
  const agents = useOtherAgents(threadId)
  const typing = agents.filter(({ isTyping }) => isTyping)
  const viewing = agents.filter(({ isTyping }) => !isTyping)
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

function joinNames(agents: readonly { name: string }[]): string {
  return agents.map(({ name }) => name).join(', ')
}
