/** Creates and reads users, teams and assignments through the API. */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import type { CallResponse } from './caller.ts'
import type { TestService, TestTenant } from './service.ts'

export type AssignedThread = {
  id: string
  assignee: { id: string; name: string } | null
  teamId: string | null
  status: string
  createdAt: string
}

let made = 0

/** Creates an active user who receives threads. Returns the id. */
export async function makeUser({ api }: TestTenant, more: object = {}): Promise<string> {
  const body = { name: `Person ${++made}`, email: `person-${made}@example.com`, role: 'AGENT', invite: false, ...more }
  return (await api<{ id: string }>('POST', '/users', { body })).body.data.id
}

export async function makeTeam({ api }: TestTenant, more: object = {}): Promise<string> {
  return (await api<{ id: string }>('POST', '/teams', { body: { name: `Team ${++made}`, ...more } })).body.data.id
}

export function assign({ api }: TestTenant, threadId: string, body: object): Promise<CallResponse<AssignedThread>> {
  return api<AssignedThread>('POST', `/threads/${threadId}/assign`, { body })
}

export async function getThread({ api }: TestTenant, id: string): Promise<AssignedThread> {
  return (await api<AssignedThread>('GET', `/threads/${id}`)).body.data
}

/** Returns the number of the user's open threads. */
export async function countOpenThreads({ api }: TestTenant, person: string): Promise<number> {
  return (await api('GET', `/threads?assigneeId=${person}&status=open&limit=1`)).body.meta.total
}

const findThreadEvents = statement<
  { tenantId: Uuid },
  { sequence: number; type: string; id: Uuid; status: string; assigneeId: Uuid | null }
>(`
  select sequence, type, object_id as id, object ->> 'status' as status, (object ->> 'assigneeId')::uuid as "assigneeId"
  from events where tenant_id = :tenantId::uuid and type like 'thread.%' order by sequence`)

/**
 * Returns the sequences of the events that assigned one of `people` an open thread above their `limit`. Only strategies may have assigned
 * these threads.
 */
export async function findOverloads(
  { db }: Pick<TestService, 'db'>,
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  people: string[],
  limit: number,
): Promise<number[]> {
  const members = new Set(people.map((person) => parseTypeId('usr', person)))
  const open = new Map<Uuid, Uuid | null>()
  const found: number[] = []
  for (const { sequence, type, id, status, assigneeId } of await db.rows(findThreadEvents, { tenantId })) {
    const had = [...open].filter(([other, person]) => other !== id && person === assigneeId).length
    if (type === 'thread.assigned' && assigneeId !== open.get(id) && members.has(assigneeId) && status === 'open' && had >= limit)
      found.push(sequence)
    if (status === 'open') open.set(id, assigneeId)
    else open.delete(id)
  }
  return found
}

const findOverlooked = statement<{ tenantId: Uuid }, { publicNumber: number }>(`
  select t.public_number as "publicNumber" from threads t join teams g on g.tenant_id = t.tenant_id and g.id = t.team_id
  where t.tenant_id = :tenantId::uuid and t.status = 'open' and t.assignee_id is null and t.queued_for is not null
    and exists (select from team_members m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
      where m.tenant_id = t.tenant_id and m.team_id = g.id and u.status = 'ACTIVE' and u.availability = 'AVAILABLE' and u.role <> 'VIEWER'
        and (g.max_open_per_agent is null or g.max_open_per_agent >
          (select count(*) from threads o where o.tenant_id = t.tenant_id and o.assignee_id = u.id and o.status = 'open')))`)
const findAssignmentJob = statement<{ tenantId: Uuid }, { id: Uuid }>(
  `select id from jobs where tenant_id = :tenantId::uuid and name = 'hand-out-threads' and state = 'WAITING' limit 1`,
)

/** Returns the threads that are still unassigned although a user has capacity, after the assignment jobs are done. */
export async function findOverlookedThreads({ db }: TestService, { tenantId }: TestTenant): Promise<number[]> {
  for (const deadline = performance.now() + 60_000; await db.first(findAssignmentJob, { tenantId }); await sleep(20))
    if (performance.now() > deadline) throw new Error('Threads are still being handed out: is a worker running?')
  return (await db.rows(findOverlooked, { tenantId })).map(({ publicNumber }) => publicNumber)
}
