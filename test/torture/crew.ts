/** A team whose members get threads only by strategies. No member may exceed the limit of open threads through an assignment. */
import { findOverloads } from '../support/assignment.ts'
import type { Client } from './client.ts'
import type { Service, TortureTenant } from './service.ts'

export type Crew = { tenantId: string; teamId: string; people: string[] }

const limit = 3
const size = 3

/**
 * Creates a team. With `isTimed`, the tenant's threads get SLA clocks with an early warning and a minute until the breach. Without it, one
 * statement writes each thread.
 */
export async function makeCrew(client: Client, { tenantId, key }: TortureTenant, { isTimed }: { isTimed: boolean }): Promise<Crew> {
  const post = async (path: string, body: object): Promise<string> => {
    const { outcome } = await client.send({
      method: 'POST',
      path,
      body,
      headers: { Authorization: `Bearer ${key}`, 'X-Request-Id': setupRequest },
    })
    if (outcome.kind !== 'answered' || outcome.status !== 201) throw new Error(`POST ${path} failed: ${JSON.stringify(outcome)}`)
    // Safe because a creation returns an item with an id.
    return (JSON.parse(outcome.text) as { data: { id: string } }).data.id
  }
  const minutes = { low: 1, normal: 1, high: 1, urgent: 1 }
  const targets = { firstResponse: minutes, nextResponse: minutes, resolution: minutes }
  if (isTimed) await post('/sla-policies', { name: 'Within a minute', targets, pauseOn: ['pending'], warningPercent: 95 })
  const teamId = await post('/teams', { name: 'Crew', maxOpenPerAgent: limit })
  const people: string[] = []
  for (let n = 1; n <= size; n++)
    people.push(
      await post('/users', { name: `Person ${n}`, email: `person${n}@example.com`, role: 'AGENT', invite: false, teamIds: [teamId] }),
    )
  return { tenantId, teamId, people }
}

/** The X-Request-Id of set-up requests, which are not in the ledger. */
export const setupRequest = 'setup'

/** Returns how often a member was assigned a thread above the limit. */
export async function checkCrew(service: Service, { tenantId, people }: Crew): Promise<string[]> {
  const found = await service.withDatabase((db) => findOverloads({ db }, { tenantId }, people, limit))
  return found.map((sequence) => `event ${sequence} gives a thread to a person who has ${limit} open ones`)
}
