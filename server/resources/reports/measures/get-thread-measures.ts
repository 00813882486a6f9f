/** Shows how a thread counts in reports. */
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { covers } from '#platform/principal.ts'
import { closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { readThread, thread, threadNotFound } from '../../threads/index.ts'
import { showsPeople } from '../people.ts'
import { hideParts, toFact } from '../present-fact.ts'
import { findFactsOfThread, type FactRecord } from '../query/list-facts-queries.ts'
import { Fact } from '../schema.ts'
import { statements } from './queries.ts'
import type { ThreadState } from './thread-state.ts'

const maxFacts = 1_000

const ThreadMeasures = component(
  'ThreadMeasures',
  closed(
    {
      threadId: idOutput('thr', 'The thread.'),
      state: nullable(
        component(
          'ThreadMeasureState',
          closed(
            {
              status: Type.String({ description: 'The status that reports know; they are up to a second behind.' }),
              waitingSince: nullable(time('The beginning of the customer’s wait.'), {
                description: 'The beginning of the customer’s wait; null if none is open.',
              }),
              episodeSince: nullable(time('The creation or the last reopening.'), {
                description: 'The creation or the last reopening; null while the thread is resolved.',
              }),
              resolvedAt: nullable(time('The last resolution.'), { description: 'The last resolution; null if there was none.' }),
              answers: Type.Integer({ minimum: 0, description: 'The answers written in the thread.' }),
              merged: Type.Boolean({ description: 'Whether the thread was merged into another one.' }),
            },
            {
              description: 'What reports remember of a thread.',
              examples: [
                {
                  status: 'open',
                  waitingSince: '2026-03-04T09:30:00.000Z',
                  episodeSince: '2026-03-04T09:30:00.000Z',
                  resolvedAt: null,
                  answers: 1,
                  merged: false,
                },
              ],
            },
          ),
        ),
        { description: 'What reports remember of the thread; null if they have not read its events yet.' },
      ),
      facts: Type.Array(Fact, {
        description: `The facts of the thread, oldest first; of more than ${maxFacts.toLocaleString('en')}, the latest.`,
      }),
    },
    { description: 'How a thread counts in reports.', examples: [{ threadId: exampleId('thr'), state: null, facts: [] }] },
  ),
)

type Record = { threadId: Uuid; state: ThreadState | null; facts: FactRecord[] }

const toTime = (ms: number | null | undefined): string | null => (ms === null || ms === undefined ? null : new Date(ms).toISOString())

export const getThreadMeasures = endpoint.read({
  operationId: 'getThreadMeasures',
  path: '/threads/{id}/measures',
  tag: 'reports',
  scope: 'reports:read',
  summary: 'Get the facts of a thread',
  description:
    'Shows why a thread counts in reports as it does: everything that happened to it, in order, and what reports remember of it.',
  params: { id: thread.id },
  responds: { 200: item(ThreadMeasures, 'The facts of the thread') },
  present: ({ threadId, state, facts }: Record) => ({
    threadId: toTypeId('thr', threadId),
    state: state && {
      status: state.status,
      waitingSince: toTime(state.wait),
      episodeSince: toTime(state.episode?.since),
      resolvedAt: toTime(state.resolved?.at),
      answers: state.answers,
      merged: state.merged,
    },
    facts: facts.map(toFact),
  }),
  async handle({ db, principal, params: { id } }) {
    const { tenantId } = principal
    if (!(await readThread(db, { tenantId, id }))) throw new ApiError(threadNotFound)
    const [stored, facts] = await Promise.all([
      db.first(statements.facts.findStates, { tenantId, threadIds: [id] }),
      findFactsOfThread(db, tenantId, id, maxFacts),
    ])
    const shown = { people: showsPeople(principal), subjects: covers(principal.scopes, 'threads:read') }
    return { status: 200, record: { threadId: id, state: stored?.state ?? null, facts: facts.map((fact) => hideParts(fact, shown)) } }
  },
})
