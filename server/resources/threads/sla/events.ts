/** Declares the events of SLA clocks. */
import { createPresenter } from '#kit/present.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import { closed, component, exampleId, idOutput, time, Type } from '#platform/schema.ts'
import { SlaMetric, SlaState } from '../../thread-words/index.ts'
import type { Happening, Terms } from '../../sla-policies/index.ts'

const ThreadClock = component(
  'ThreadClock',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      publicNumber: Type.Integer({ minimum: 1, description: 'Its number.' }),
      ticketNumber: Type.String({ description: 'Its ticket number.' }),
      policyId: idOutput('sla', 'The SLA policy of the target.'),
      policyName: Type.String({ description: 'The policy’s name at that time.' }),
      metric: SlaMetric,
      startedAt: time('When the clock started.'),
      dueAt: time('The deadline.'),
      state: SlaState,
    },
    {
      description: 'A target of a thread’s SLA policy.',
      examples: [
        {
          threadId: exampleId('thr'),
          publicNumber: 42,
          ticketNumber: 'ACME-2026-000042',
          policyId: exampleId('sla'),
          policyName: 'Urgent first',
          metric: 'FIRST_RESPONSE',
          startedAt: '2026-03-04T09:30:00.000Z',
          dueAt: '2026-03-04T10:00:00.000Z',
          state: 'PENDING',
        },
      ],
    },
  ),
)
const declared = { scope: 'threads:read', object: ThreadClock, present: createPresenter(ThreadClock) } as const

export const slaWarning = defineEvent({
  type: 'sla.warning',
  description:
    'Only `warningPercent` of the time for a target is left. Emitted once per clock, and again only if another priority or policy ' +
    'gives it more time.',
  ...declared,
})
export const slaBreached = defineEvent({
  type: 'sla.breached',
  description: 'A target was missed. Emitted once per clock, within two seconds, even after downtime.',
  ...declared,
})
export const slaMet = defineEvent({
  type: 'sla.met',
  description: 'A target was met. Emitted once per clock, and again when a reopened thread is resolved again.',
  ...declared,
})

const events = { warning: slaWarning, breached: slaBreached, met: slaMet }

/** Emits events for the changes of a thread's clocks. */
export function announceClocks(
  effects: Pick<Effects, 'emit'>,
  thread: { id: Uuid; publicNumber: number; ticketNumber: string },
  { policyId, policyName }: Terms,
  happened: readonly Happening[],
): void {
  for (const { type, clock } of happened) {
    const { metric, startedAt, dueAt, stoppedAt, remainingMs, state } = clock
    // A clock that stopped while paused has no due time. Use the time at which it would have been due without the pause.
    const due = dueAt ?? (stoppedAt ?? startedAt) + remainingMs
    effects.emit(events[type], thread.id, {
      threadId: thread.id,
      publicNumber: thread.publicNumber,
      ticketNumber: thread.ticketNumber,
      policyId,
      policyName,
      metric,
      startedAt: new Date(startedAt).toISOString(),
      dueAt: new Date(due).toISOString(),
      state,
    })
  }
}
