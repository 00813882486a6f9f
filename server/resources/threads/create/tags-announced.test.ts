/** A tag that creates a label emits `label.created` once (contract, section 7), even if other requests create the same label. */
import { expect, it } from 'vitest'
import type { CreatedThread, Label } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { tenant } = await setUpTenant()

type Seen = { sequence: number; type: string; data: { object: { id: string; name?: string; threadCount?: number } } }
const getEvents = async (): Promise<Seen[]> => (await tenant.api<Seen[]>('GET', '/events?limit=100')).body.data
const create = (tags: string[], email = 'ada@example.com') =>
  tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Tagged', body: 'Hello', requester: { email }, tags } })

it('new labels are announced before their thread, and existing labels are not', async () => {
  const made = await create(['export', 'Billing'])
  const first = await getEvents()
  expect(first.map(({ type }) => type)).toEqual(['label.created', 'label.created', 'customer.created', 'thread.created', 'message.created'])
  expect(first.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
  const announced = first.slice(0, 2).map(({ data }) => data.object)
  expect(announced.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    made.body.data.labels.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.id.localeCompare(b.id)),
  )
  const [label] = announced
  expect((await tenant.api<object>('GET', `/labels/${label?.id}`)).body.data, 'the event shows the label').toMatchObject({
    id: label?.id,
    name: label?.name,
  })
  await create(['EXPORT', 'new'])
  expect((await getEvents()).slice(5).map(({ type, data }) => `${type} ${data.object.name ?? ''}`.trim())).toEqual([
    'label.created new',
    'thread.created',
    'message.created',
  ])
})

it('a label created by twenty threads at once has one event', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create(['contended', `own-${i}`], `c${i}@example.com`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const seen = await tenant.api<Seen[]>('GET', '/events?types=label.created&limit=100')
  const names = seen.body.data.map(({ data }) => data.object.name)
  expect(names.filter((name) => name === 'contended')).toHaveLength(1)
  expect(names.filter((name) => name?.startsWith('own-'))).toHaveLength(20)
})

it('a tag restores an archived label, which is announced once before the thread', async () => {
  const made = await create(['Seasonal'])
  const [label] = made.body.data.labels
  const { body: before } = await tenant.api<Label>('DELETE', `/labels/${label?.id}`)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create(['seasonal', 'another'], `s${i}@example.com`)))
  expect(answers.map(({ status, body }) => [status, body.data.labels.some(({ id }) => id === label?.id)])).toEqual(
    Array.from({ length: 20 }, () => [201, true]),
  )
  expect((await tenant.api<Label>('GET', `/labels/${label?.id}`)).body.data.archivedAt).toBeNull()
  const seen = await tenant.api<(Seen & { data: { previous: object } })[]>('GET', '/events?types=label.updated&limit=100')
  const told = seen.body.data.filter(({ data }) => data.object.id === label?.id)
  expect(told.slice(1)).toMatchObject([{ data: { object: { archivedAt: null }, previous: { archivedAt: before.data.archivedAt } } }])
})
