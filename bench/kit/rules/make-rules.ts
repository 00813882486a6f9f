/** Fifty realistic rules of a tenant, most of which do not match a given event. */
import type { BenchTenant } from '../dataset.ts'
import type { Service } from '../service.ts'
import { call } from './part.ts'

export const rulesPerTenant = 50
/** Rules that match each `thread.created` and each `message.created` of `newThread`. */
export const fittingPerEvent = 2

/** Request body that creates a thread, which emits two events: `thread.created` and `message.created`. The customer already exists. */
export function newThread(): object {
  const customer = Math.floor(Math.random() * 10)
  return {
    title: 'The export is empty',
    body: 'The CSV export has been empty since Monday. The button still says that it was sent.',
    requester: { email: `customer${customer}@example.com` },
  }
}

/** Creates the rules of a tenant: four that match, and for each of them many that do not. Returns their ids. */
export async function makeRules(service: Service, { key }: BenchTenant): Promise<string[]> {
  const labels: string[] = []
  for (const name of ['from a rule', 'about an export'])
    labels.push((await call<{ id: string }>(service, key, 'POST', '/labels', { name })).id)
  const [first = '', second = ''] = labels
  const made: string[] = []
  for (let n = 0; n < rulesPerTenant; n++) {
    const rule = { name: `Rule ${n}`, ...(fitting(first, second)[n] ?? others[n % others.length]?.(n)) }
    made.push((await call<{ id: string }>(service, key, 'POST', '/automation-rules', rule)).id)
  }
  return made
}

const on = (...events: string[]) => ({ trigger: { type: 'EVENT', events } })
const urgent = [{ type: 'SET_PRIORITY', priority: 'urgent' }]

const fitting = (first: string, second: string): object[] => [
  { ...on('thread.created'), filter: { all: [{ channel: 'api' }] }, actions: [{ type: 'SET_PRIORITY', priority: 'high' }] },
  { ...on('thread.created'), filter: { none: [{ status: 'closed' }] }, actions: [{ type: 'ADD_LABELS', labelIds: [first] }] },
  { ...on('message.created'), message: { words: 'export' }, actions: [{ type: 'ADD_LABELS', labelIds: [second] }] },
  {
    ...on('message.created'),
    message: { authorTypes: ['CUSTOMER'], first: true },
    filter: { all: [{ status: 'open' }] },
    actions: [{ type: 'SET_STATUS', status: 'pending' }],
  },
]

/** Types of rules that match none of the threads, in turn. */
const others: readonly ((n: number) => object)[] = [
  () => ({ ...on('thread.created'), filter: { all: [{ channel: 'email' }] }, actions: urgent }),
  (n) => ({ ...on('message.created'), message: { words: `invoice${n} refund` }, actions: urgent }),
  () => ({ ...on('thread.created', 'thread.updated'), filter: { all: [{ priority: 'low' }] }, actions: urgent }),
  (n) => ({ ...on('message.created'), message: { fromDomains: [`company${n}.example`] }, actions: urgent }),
  () => ({ ...on('thread.priority_changed'), changed: [{ field: 'priority', to: ['low'] }], actions: urgent }),
  () => ({ ...on('message.created'), message: { authorTypes: ['AGENT'] }, actions: urgent }),
  () => ({ ...on('thread.status_changed'), changed: [{ field: 'status', to: ['closed'] }], actions: urgent }),
]
