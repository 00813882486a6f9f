import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toTypeId } from '#platform/ids.ts'
import { closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { isoTimeOrNull } from '#platform/time.ts'
import { UserAvailability } from '../users/index.ts'
import { ageHours, maxPeople, type NowRow, type PersonNow, readNow, readPeopleNow } from './now-queries.ts'
import { showsPeople } from './people.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ThreadAges = component(
  'ThreadAges',
  closed(
    {
      upToHours: nullable(Type.Integer(), { description: 'The greatest age in hours; null for all older threads.' }),
      threads: count('The number of threads of this age: older than the entry before, and at most so old.'),
    },
    { description: 'The number of unresolved threads of an age.' },
  ),
)
const AgentNow = component(
  'AgentNow',
  closed(
    {
      user: closed(
        { id: idOutput('usr', 'The agent.'), name: Type.String({ description: 'The agent’s name.' }) },
        { description: 'The agent.' },
      ),
      open: count('Open and pending threads assigned to the agent.'),
      waiting: count('Those in which the customer waits for an answer.'),
      availability: UserAvailability,
    },
    { description: 'An agent’s unresolved threads.' },
  ),
)
const ReportNow = component(
  'ReportNow',
  closed(
    {
      open: count('Open threads.'),
      pending: count('Pending threads, snoozed ones included.'),
      snoozed: count('Snoozed threads.'),
      unassigned: count('Open and pending threads without an assignee.'),
      waiting: count('Open and pending threads in which the customer waits for an answer.'),
      longestWaitingSince: nullable(time('The beginning of the longest wait.'), {
        description: 'The beginning of the longest wait; null if no customer waits.',
      }),
      overdue: count('Threads with an overdue SLA clock.'),
      ages: Type.Array(ThreadAges, { description: 'Open and pending threads by their age, youngest first.' }),
      people: Type.Array(AgentNow, {
        description: `Agents, those with the most threads first, at most ${maxPeople}. Empty if reports hide agents.`,
      }),
    },
    {
      description: 'The unresolved threads of this moment.',
      examples: [
        {
          open: 12,
          pending: 4,
          snoozed: 1,
          unassigned: 3,
          waiting: 8,
          longestWaitingSince: '2026-03-04T08:30:00.000Z',
          overdue: 1,
          ages: [{ upToHours: 1, threads: 5 }],
          people: [{ user: { id: exampleId('usr'), name: 'Ada Lovelace' }, open: 6, waiting: 4, availability: 'AVAILABLE' as const }],
        },
      ],
    },
  ),
)

type Record = { now: NowRow; people: PersonNow[] }

export const getReportNow = endpoint.read({
  operationId: 'getReportNow',
  path: '/reports/now',
  tag: 'reports',
  scope: 'reports:read',
  summary: 'Get the state of now',
  description: 'How many threads are unresolved, unassigned, waiting and overdue at this moment, how old they are, and who has them.',
  responds: { 200: item(ReportNow, 'The state of now') },
  present: ({ now, people }: Record) => ({
    ...now,
    longestWaitingSince: isoTimeOrNull(now.longestWaitingSince),
    ages: now.ages.map((threads, i) => ({ upToHours: ageHours[i] ?? null, threads })),
    people: people.map(({ id, name, ...counts }) => ({ user: { id: toTypeId('usr', id), name }, ...counts })),
  }),
  async handle({ db, principal }) {
    const { tenantId } = principal
    const [now, people] = await Promise.all([
      db.first(readNow, { tenantId, hours: ageHours }),
      showsPeople(principal) ? db.rows(readPeopleNow, { tenantId, limit: maxPeople }) : [],
    ])
    if (!now) throw new Error('The tenant has no counters')
    return { status: 200, record: { now, people } }
  },
})
