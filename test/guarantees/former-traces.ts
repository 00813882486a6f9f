/** Creates another customer's meetings with an address that the erased customer's own rows no longer contain. */
import { expect } from 'vitest'
import type { TestTenant } from '../support/service.ts'

type Made = { id: string; threadId: string }

let numbers = 0

/** Creates the meetings. Each attendee is a customer: one has changed their address, one was removed from the meeting, and one both. */
export async function leaveFormerTraces(tenant: TestTenant, canary: string): Promise<void> {
  const requester = { email: `host-of-${canary.slice(0, 1)}@example.com` }
  const { threadId } = await send(tenant, 'POST', '/threads', { title: 'Training', body: 'When is it?', requester })
  await scheduled(tenant, threadId, canary, { email: `${canary}.readdressed@example.com`, moves: true, leaves: false })
  await scheduled(tenant, threadId, canary, { email: `${canary}.removed@example.com`, moves: false, leaves: true })
  await scheduled(tenant, threadId, canary, { email: `${canary}.both@example.com`, moves: true, leaves: true })
}

async function scheduled(
  tenant: TestTenant,
  threadId: string,
  canary: string,
  { email, moves, leaves }: { email: string; moves: boolean; leaves: boolean },
): Promise<void> {
  const { id: customerId } = await send(tenant, 'POST', '/customers', { email })
  const others = [{ email: 'other@example.com', name: 'Other' }]
  const [startsAt, endsAt] = [0, 30].map((minute) => new Date(Date.UTC(2034, 0, 1, ++numbers, minute)).toISOString())
  const body = { startsAt, endsAt, timezone: 'UTC', title: 'Training', attendees: [{ email, name: `Name ${canary}` }, ...others] }
  const { id } = await send(tenant, 'POST', `/threads/${threadId}/schedule-meeting`, body)
  if (leaves) await send(tenant, 'PATCH', `/scheduled-meetings/${id}`, { attendees: others })
  if (moves) await send(tenant, 'PATCH', `/customers/${customerId}`, { email: `new.${email}` })
}

async function send(tenant: TestTenant, method: 'POST' | 'PATCH', path: string, body: object): Promise<Made> {
  const response = await tenant.api<Made>(method, path, { body, headers: { 'idempotency-key': `former-${++numbers}` } })
  expect(response.status, response.text).toBeLessThan(300)
  return response.body.data
}
