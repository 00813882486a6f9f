/** Replies whose mail reached nobody, which are no answers. */
import type { Happening } from './happening.ts'

/**
 * Makes each reply what its latest delivery says, and leaves out the targets that a reply which is no answer had seemed to meet. Such a reply counts
 * like any other public message that answers nobody.
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

/** Maximum events of the transaction that writes a reply, before those of the clocks. */
const maxEventsBetween = 8
/** A message can be some milliseconds later than its transaction, because messages are ordered. */
const maxMsBetween = 1_000

/** Whether a reply met the target: the events of one transaction follow each other. */
function isOfMessage({ clock, sequence, order }: Happening & { type: 'sla' }, message: Happening): boolean {
  const after = sequence - message.sequence
  return clock !== 'RESOLUTION' && after > 0 && after <= maxEventsBetween && Math.abs(order - message.order) <= maxMsBetween
}
