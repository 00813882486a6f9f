/** What is announced of clocks. */
import {
  closed,
  component,
  defineEvent,
  type Effects,
  exampleId,
  idOutput,
  presenterOf,
  time,
  Type,
  type Uuid,
} from '../../../kit/index.ts'
import { SlaMetric, SlaState } from '../../thread-words/index.ts'
import type { Happening, Terms } from '../../sla-policies/index.ts'

const ThreadClock = component(
  'ThreadClock',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      publicNumber: Type.Integer({ minimum: 1, description: 'Its number.' }),
      ticketNumber: Type.String({ description: 'Its ticket number.' }),
      policyId: idOutput('sla', 'The policy by which it was promised.'),
      policyName: Type.String({ description: 'The policy’s name then.' }),
      metric: SlaMetric,
      startedAt: time('When the clock was started.'),
      dueAt: time('When it is, or was, due.'),
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
const declared = { scope: 'threads:read', object: ThreadClock, present: presenterOf(ThreadClock) } as const

export const slaWarning = defineEvent({
  type: 'sla.warning',
  description:
    'So much of the time for a target is left as its policy says (`warningPercent`). Once for each clock, and again only when another priority or policy has given it more time since.',
  ...declared,
})
export const slaBreached = defineEvent({
  type: 'sla.breached',
  description: 'A target was not reached in time. Once for each clock, within two seconds, also after the service was down.',
  ...declared,
})
export const slaMet = defineEvent({
  type: 'sla.met',
  description: 'A target was reached in time. Once for each clock, and again when a reopened thread is resolved again.',
  ...declared,
})

const events = { warning: slaWarning, breached: slaBreached, met: slaMet }

/** Emits what has happened to the clocks of a thread. */
export function announceClocks(
  effects: Pick<Effects, 'emit'>,
  thread: { id: Uuid; publicNumber: number; ticketNumber: string },
  { policyId, policyName }: Terms,
  happened: readonly Happening[],
): void {
  for (const { type, clock } of happened) {
    const { metric, startedAt, dueAt, stoppedAt, remainingMs, state } = clock
    // A clock that was done while it stood has no time at which it was due: it would have been, had it gone on.
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
