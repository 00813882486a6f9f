/** Messages can be read one by one, and as lists: in either order, from a position, and of one kind of author. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

let all: Message[]
const { service, tenant } = await setUpTenant()
const id = await makeThread(tenant)
beforeAll(async () => {
  for (const body of [{ body: 'Two' }, { body: 'Three', internal: true }, { body: 'Four' }])
    await tenant.api('POST', `/threads/${id}/messages`, { body })
  await tenant.api('POST', `/threads/${id}/reply`, { body: { body: 'Five' } })
  all = (await list('?sort=createdAt')).data
})

const list = async (query: string, threadId = id) => (await tenant.api<Message[]>('GET', `/threads/${threadId}/messages${query}`)).body
const idsOf = (messages: readonly Message[]) => messages.map((message) => message.id)

describe('the messages of a thread', () => {
  it('come in either order, page by page', async () => {
    expect(idsOf((await list('')).data)).toEqual(idsOf(all).toReversed())
    for (const [sort, expected] of [
      ['createdAt', idsOf(all)],
      ['-createdAt', idsOf(all).toReversed()],
    ] as const) {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const { data, meta } = await list(`?sort=${sort}&limit=2${cursor}`)
        found.push(...idsOf(data))
        expect(meta.total).toBe(5)
        if (!meta.hasMore) break
        cursor = `&cursor=${meta.cursor}`
      }
      expect(found, sort).toEqual(expected)
    }
  })

  it('begin after a message or a time, in either order, with the total of what follows', async () => {
    const third = all[2]
    for (const after of [third?.id, third?.id.slice(4), encodeURIComponent(third?.createdAt ?? '')]) {
      const { data, meta } = await list(`?sort=createdAt&after=${after}`)
      expect([idsOf(data), meta.total], after).toEqual([idsOf(all.slice(3)), 2])
      expect(idsOf((await list(`?after=${after}`)).data)).toEqual(idsOf(all.slice(3)).toReversed())
    }
    expect((await list(`?after=${all.at(-1)?.id}`)).meta).toMatchObject({ total: 0, hasMore: false })
  })

  it('of one kind of author are found in any letter case', async () => {
    for (const authorType of ['AGENT', 'agent']) {
      const { data, meta } = await list(`?authorType=${authorType}`)
      expect([data.map(({ bodyText }) => bodyText), meta.total]).toEqual([['Five', 'Three'], 2])
    }
    expect((await list('?authorType=BOT')).data).toEqual([])
    const { data, meta } = await list('?authorType=bot,AGENT')
    expect([data.length, meta.total]).toEqual([2, 2])
  })

  it('refuse a place in another thread, and what is no place', async () => {
    const other = await makeThread(tenant)
    const foreign = (await list('', other)).data[0]?.id
    for (const after of [foreign, 'msg_00000000000000000000000000', 'yesterday', '2026-13-45T00:00:00Z'])
      expect((await tenant.api('GET', `/threads/${id}/messages?after=${after}`)).body.error?.details?.[0]?.field, after).toBe('after')
    const missing = await tenant.api('GET', `/threads/thr_00000000000000000000000000/messages?after=${all[0]?.id}`)
    expect(missing.body.error?.code).toBe('SVC-THREAD-NOT_FOUND')
  })

  it('of a merged thread are those of its target, with the same filters', async () => {
    const source = await makeThread(tenant)
    const target = await makeThread(tenant)
    await tenant.api('POST', `/threads/${target}/merge`, { body: { sourceIds: [source], allowCrossCustomer: true } })
    const shown = (await list('?sort=createdAt', source)).data
    expect(shown).toHaveLength(2)
    expect(idsOf((await list(`?sort=createdAt&after=${shown[0]?.id}`, source)).data)).toEqual(idsOf(shown.slice(1)))
  })
})

describe('one message', () => {
  it('is shown as in its thread, also an internal note', async () => {
    for (const message of all) expect((await tenant.skein.getMessage({ path: { id: message.id } })).data).toEqual(message)
  })

  it('can be a scheduled reply, before and after it was sent', async () => {
    const { body } = await tenant.api<Message>('POST', `/threads/${id}/reply`, { body: { body: 'Later', undoSeconds: 60 } })
    const waiting = (await tenant.api<Message>('GET', `/messages/${body.data.id}`)).body.data
    expect(waiting).toMatchObject({ id: body.data.id, bodyText: 'Later', delivery: { state: 'QUEUED' } })
    await tenant.api('DELETE', `/messages/${body.data.id}`)
    expect((await tenant.api('GET', `/messages/${body.data.id}`)).body.error?.code).toBe('SVC-MESSAGE-NOT_FOUND')
  })

  it('of another tenant is 404', async () => {
    const other = await service.createTenant()
    expect((await other.api('GET', `/messages/${all[0]?.id}`)).body.error?.code).toBe('SVC-MESSAGE-NOT_FOUND')
  })
})
