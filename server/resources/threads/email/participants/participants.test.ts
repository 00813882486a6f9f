/** Participants of a thread by mail: agents add and remove them, merges unite them, erasures delete them. */
import { describe, expect, it } from 'vitest'
import type { Participant } from '../../../../../client/index.ts'
import { parseTypeId } from '#platform/ids.ts'
import { setUpTenant } from '../../../../../test/support/service.ts'
import { recordParticipants } from './record-participants.ts'

const { service, tenant } = await setUpTenant()

let made = 0
const newThread = async () => {
  const requester = { email: `ada${++made}@example.com` }
  return (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester } })).data.threadId
}
const add = (threadId: string, body: object) => tenant.api<Participant>('POST', `/threads/${threadId}/participants`, { body })
const remove = (threadId: string, id: string) => tenant.api<Participant>('DELETE', `/threads/${threadId}/participants/${id}`)
const list = async (threadId: string) => (await tenant.api<Participant[]>('GET', `/threads/${threadId}/participants`)).body
const getAddresses = async (threadId: string) => (await list(threadId)).data.map(({ address }) => address).toReversed()
const keyOf = (threadId: string) => ({ tenantId: tenant.tenantId, threadId: parseTypeId('thr', threadId) ?? '' })
const byMail = (address: string) => ({ address, name: null, role: 'CC', verified: true, addedBy: 'MAIL' }) as const
const record = (threadId: string, people: Parameters<typeof recordParticipants>[2]) =>
  service.db.transaction((tx) => recordParticipants(tx, keyOf(threadId), people))

describe('an agent', () => {
  it('adds a participant once, and removes them', async () => {
    const threadId = await newThread()
    const user = (await tenant.skein.createUser({ body: { name: 'Grace', email: 'grace@example.com', role: 'AGENT' } })).data
    const added = await add(threadId, { address: 'Grace@Example.com', name: 'Grace' })
    const again = await add(threadId, { address: 'grace@example.com' })
    expect([added.status, again.status]).toEqual([201, 200])
    expect(added.body.data).toMatchObject({
      address: 'grace@example.com',
      name: 'Grace',
      role: 'CC',
      verified: true,
      addedBy: 'API',
      userId: user.id,
    })
    expect(again.body.data).toEqual(added.body.data)
    const { id } = added.body.data
    expect([(await remove(threadId, id)).body.data, (await list(threadId)).meta.total]).toEqual([added.body.data, 0])
    const gone = await remove(threadId, id)
    expect([gone.status, gone.body.error?.code]).toEqual([404, 'SVC-PARTICIPANT-NOT_FOUND'])
    type Changed = { data: { object: { threadId: string; participants: Participant[] } } }
    const events = (await tenant.api<Changed[]>('GET', '/events?types=thread.participants_changed')).body.data
    expect(events.map(({ data: { object } }) => [object.threadId, object.participants.length])).toEqual([
      [threadId, 1],
      [threadId, 0],
    ])
  })

  it('cannot add an address of an inbox, nor more than 48 people', async () => {
    await tenant.api('POST', '/inboxes', { body: { name: 'Support', type: 'EMAIL', address: 'support@example.com' } })
    const threadId = await newThread()
    for (const address of ['support@example.com', 'support+sales@example.com']) expect((await add(threadId, { address })).status).toBe(400)
    const people = Array.from({ length: 50 }, (_, i) => byMail(`p${i}@example.com`))
    expect(await record(threadId, people)).toEqual({ changed: true, omitted: ['p48@example.com', 'p49@example.com'] })
    const refused = await add(threadId, { address: 'last@example.com' })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-CATALOG-LIMIT_REACHED'])
    expect((await list(threadId)).meta.total).toBe(48)
  })
})

describe('a mail', () => {
  it('adds its people, but nobody whom an agent removed', async () => {
    const threadId = await newThread()
    await record(threadId, [byMail('a@example.com'), byMail('B@example.com'), byMail('not an address'), byMail('support+x@example.com')])
    expect(await getAddresses(threadId)).toEqual(['a@example.com', 'b@example.com'])
    expect(await record(threadId, [byMail('a@example.com')])).toEqual({ changed: false, omitted: [] })
    await remove(threadId, (await list(threadId)).data[0]?.id ?? '')
    await record(threadId, [byMail('b@example.com')])
    expect(await getAddresses(threadId)).toEqual(['a@example.com'])
    await add(threadId, { address: 'b@example.com' })
    expect(await getAddresses(threadId)).toEqual(['a@example.com', 'b@example.com'])
  })

  it('of a stranger adds them unverified, until an agent adds them', async () => {
    const threadId = await newThread()
    await record(threadId, [{ ...byMail('stranger@example.com'), verified: false }])
    expect((await list(threadId)).data).toMatchObject([{ verified: false, addedBy: 'MAIL' }])
    expect((await add(threadId, { address: 'stranger@example.com' })).status).toBe(201)
    expect((await list(threadId)).data).toMatchObject([{ verified: true }])
  })

  it('changes nothing about who was asked aside, and asking aside takes nobody out', async () => {
    const threadId = await newThread()
    const aside = { ...byMail('side@example.com'), role: 'SIDE', addedBy: 'AGENT' } as const
    await record(threadId, [aside, byMail('cc@example.com')])
    await record(threadId, [byMail('side@example.com'), { ...aside, address: 'cc@example.com' }])
    expect((await list(threadId)).data.map(({ role }) => role)).toEqual(['CC', 'SIDE'])
  })
})

it('a merged thread’s participants take part in the target', async () => {
  const [target, source] = [await newThread(), await newThread()]
  await record(target, [byMail('both@example.com'), byMail('target@example.com')])
  await record(source, [byMail('both@example.com'), byMail('source@example.com')])
  await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source], allowCrossCustomer: true } })
  for (const threadId of [target, source])
    expect((await getAddresses(threadId)).toSorted()).toEqual(['both@example.com', 'source@example.com', 'target@example.com'])
  const sourceRow = (await list(target)).data.find(({ address }) => address === 'source@example.com')
  expect((await remove(target, sourceRow?.id ?? '')).status).toBe(200)
  await record(target, [byMail('source@example.com')])
  expect((await getAddresses(target)).toSorted()).toEqual(['both@example.com', 'target@example.com'])
})
