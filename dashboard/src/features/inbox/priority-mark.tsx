import type { ThreadPriority } from '@skein/client'

/** Shows the priority as text and colour, unless it is normal. */
export function PriorityMark({ priority }: { priority: ThreadPriority }) {
  if (priority === 'normal') return null
  const colour =
    priority === 'urgent' ? 'border-danger text-danger' : priority === 'high' ? 'border-warning text-warning' : 'border-muted/40 text-muted'
  return <span className={`shrink-0 rounded border px-1 text-xs leading-4 font-medium capitalize ${colour}`}>{priority}</span>
}
