import { useOthers } from './own-presence.ts'

/** Who else is in a thread, in words. */
export function PresentPeople({ threadId }: { threadId: string }) {
  const people = useOthers(threadId)
  const typing = people.filter(({ isTyping }) => isTyping)
  const viewing = people.filter(({ isTyping }) => !isTyping)
  const words = [
    ...(typing.length > 0 ? [`${namesOf(typing)} ${typing.length === 1 ? 'is' : 'are'} typing`] : []),
    ...(viewing.length > 0 ? [`${namesOf(viewing)} ${viewing.length === 1 ? 'is' : 'are'} here`] : []),
  ].join(', ')
  return (
    <span role="status" aria-live="polite" className={words === '' ? 'sr-only' : 'font-medium text-accent'}>
      {words === '' ? '' : `● ${words}`}
    </span>
  )
}

function namesOf(people: readonly { name: string }[]): string {
  return people.map(({ name }) => name).join(', ')
}
