/** What an erasure takes, what it leaves, and that its numbers agree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completed, secondRounds } from '../../kit/testing/privacy.ts'
import { whereIs } from '../../kit/testing/snapshot.ts'
import { startTestService, type TestService, type TestTenant } from '../../kit/testing/service.ts'
import { indexTexts } from '../threads/index.ts'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startTestService({ worker: true })
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

let count = 0
/** A customer with a thread in which both sides have written. */
async function person(canary = `canary${++count}x`) {
  const email = `${canary}@example.com`
  const { data: thread } = (
    await tenant.api('POST', '/threads', {
      body: {
        title: `Title ${canary}`,
        body: `Body ${canary}`,
        requester: { email, name: `Name ${canary}` },
        external_reference_id: `ref-${canary}`,
      },
      headers: { 'idempotency-key': `make-${canary}` },
    })
  ).body
  const threadId = String(thread['threadId'])
  await tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: `Dear ${canary}` } })
  await tenant.api('POST', `/threads/${threadId}/messages`, { body: { body: `About ${canary}`, internal: true } })
  return { canary, email, threadId, customerId: (thread['customer'] as { id: string }).id }
}

describe.each(['ANONYMIZE', 'DELETE'] as const)('%s', (mode) => {
  it('leaves nothing of the person in any table, and everything of another one', async () => {
    const gone = await person()
    const stays = await person()
    await indexTexts(service.db, { eager: true })
    const before = await whereIs(service.db, [stays.canary])
    const preview = await completed(tenant, '/privacy/erase', { customerId: gone.customerId, mode, dryRun: true })
    expect(await whereIs(service.db, [gone.canary]), 'a dry run changes nothing').not.toEqual([])
    const { state, receipt } = await completed(tenant, '/privacy/erase', { customerId: gone.customerId, mode })
    expect([preview.state, state]).toEqual(['DONE', 'DONE'])
    expect(await whereIs(service.db, [gone.canary])).toEqual([])
    expect(await whereIs(service.db, [stays.canary])).toEqual(before)
    const counts = Object.fromEntries((receipt?.places ?? []).map((place) => [place.place, place.count]))
    expect(counts).toMatchObject({ customers: 1, messages: 3, threads: 1 })
    // The erasure itself leaves events and audit rows, in which nothing is to be erased.
    expect(receipt?.places).toEqual(preview.preview?.places)
    await secondRounds(service)
    const rest = await tenant.api('GET', `/threads/${gone.threadId}`)
    expect(rest.status).toBe(mode === 'DELETE' ? 404 : 200)
    expect((await tenant.api('GET', `/customers/${gone.customerId}`)).status).toBe(mode === 'DELETE' ? 404 : 200)
  })
})
