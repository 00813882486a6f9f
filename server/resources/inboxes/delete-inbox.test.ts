import { describe, expect, it } from 'vitest'
import type { CreatedThread, Inbox } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { tenant } = await setUpTenant()

const make = async () => (await tenant.skein.createInbox({ body: { name: 'Mail', type: 'EMAIL' } })).data.id
const remove = (id: string) => tenant.api<Inbox>('DELETE', `/inboxes/${id}`)
const write = (inboxId?: string) =>
  tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Hi', body: 'Hello', inboxId, requester: { email: 'ada@example.com' } } })

describe('deleting an inbox', () => {
  it('is refused while it has threads, with their number and what to do instead', async () => {
    const id = await make()
    const thread = (await write(id)).body.data.threadId
    await write(id)
    const refused = await remove(id)
    expect([refused.status, refused.body.error?.code, refused.body.error?.details]).toEqual([
      409,
      'SVC-CATALOG-IN_USE',
      [{ field: 'threads', code: 'IN_USE', message: '2' }],
    ])
    expect(refused.body.error?.message).toContain('deactivated instead')
    await tenant.skein.updateThread({ path: { id: thread }, body: { status: 'closed' } })
    expect((await remove(id)).status, 'closed threads count too').toBe(409)
    expect((await tenant.skein.updateInbox({ path: { id }, body: { active: false } })).data.active).toBe(false)
  })

  it('is permanent when it has no threads, and never possible for the default inbox', async () => {
    const id = await make()
    expect((await remove(id)).status).toBe(200)
    expect((await remove(id)).status).toBe(404)
    const refused = await remove(tenant.inboxId)
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-CATALOG-IN_USE'])
    expect(refused.body.error?.message).toContain('default')
  })

  it('never leaves a thread in a deleted inbox, under any concurrency', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await make()
      const [written, removed] = await Promise.all(round % 2 ? [write(id), remove(id)] : [remove(id), write(id)].toReversed())
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([written?.status, removed?.status])
    }
  })
})
