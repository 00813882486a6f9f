/** Handles replies whose mail reached no recipient, which do not count as replies. */
import type { Happening } from './happening.ts'

/**
 * Classifies each reply by its latest delivery, and drops the targets that an undelivered reply had seemed to meet. Such a reply counts
 * like any other public message that is not a reply.
 */
export function dropLostAnswers(happenings: readonly Happening[]): Happening[] {
  const latest = new Map<string, Happening & { type: 'delivery' }>()
  for (const happening of happenings)
    if (happening.type === 'delivery' && happening.sequence >= (latest.get(happening.messageId)?.sequence ?? 0))
      latest.set(happening.messageId, happening)
  if (latest.size === 0) return [...happenings]
  const lost = happenings.filter((each) => each.type === 'message' && latest.get(each.messageId)?.isAnswer === false)
  return happenings.flatMap((happening): Happening[] => {
    if (happening.type === 'delivery') return []
    if (happening.type === 'sla' && happening.isMet && lost.some((message) => isOfMessage(happening, message))) return []
    if (happening.type !== 'message') return [happening]
    const delivery = latest.get(happening.messageId)
    return [delivery ? { ...happening, kind: delivery.isAnswer ? ('ANSWERED' as const) : ('AUTOMATIC' as const) } : happening]
  })
}

/** Maximum number of events in a reply's transaction, before the events of the clocks. */
const maxEventsBetween = 8
/** Milliseconds by which a message can be later than its transaction, because messages are ordered. */
const maxMsBetween = 1_000

/** Whether a reply met the target: the events of one transaction are consecutive. */
function isOfMessage({ clock, sequence, order }: Happening & { type: 'sla' }, message: Happening): boolean {
  const after = sequence - message.sequence
  return clock !== 'RESOLUTION' && after > 0 && after <= maxEventsBetween && Math.abs(order - message.order) <= maxMsBetween
}
