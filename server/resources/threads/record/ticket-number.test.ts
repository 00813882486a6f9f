/** Threads are found by their ticket numbers: in the path of every read, and as a filter. */
import { expect, it } from 'vitest'
import type { Thread } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'
import { modules } from '../../index.ts'

const { service, tenant } = await setUpTenant()
await makeThread(tenant)
const thread = (await tenant.skein.getThread({ path: { id: await makeThread(tenant) } })).data

const reads = modules
  .flatMap(({ endpoints }) => endpoints)
  .filter(({ method, path, responds }) => method === 'GET' && path.startsWith('/threads/{id}') && 200 in responds)
  .map(({ path }) => path)

it.each(reads)('GET %s answers to the ticket number as to the id', async (path) => {
  const [byId, byNumber, lower] = await Promise.all(
    [thread.id, thread.ticketNumber, thread.ticketNumber.toLowerCase()].map((id) => tenant.api('GET', path.replace('{id}', id))),
  )
  expect(byId?.status).toBe(byNumber?.status)
  expect([byNumber?.body.data, lower?.body.data]).toEqual([byId?.body.data, byId?.body.data])
})

it('a ticket number of nobody, of another tenant or with another year is 404', async () => {
  const other = await service.createTenant()
  const [prefix = '', year = '', number = ''] = thread.ticketNumber.split('-')
  const wrong = [`${prefix}-${year}-999999`, `${prefix}-2001-${number}`, `OTHER-${year}-${number}`, `${prefix}-${year}-${number}x`]
  for (const id of wrong) expect((await tenant.api('GET', `/threads/${id}`)).body.error?.code, id).toBe('SVC-THREAD-NOT_FOUND')
  expect((await other.api('GET', `/threads/${thread.ticketNumber}`)).body.error?.code).toBe('SVC-THREAD-NOT_FOUND')
  expect((await tenant.api('PATCH', `/threads/${thread.ticketNumber}`, { body: { priority: 'low' } })).status, 'a write').toBe(404)
})

it('the filter ticketNumber finds the one thread, with its total', async () => {
  const { body } = await tenant.api<Thread[]>('GET', `/threads?ticketNumber=${thread.ticketNumber.toLowerCase()}`)
  expect([body.data.map(({ id }) => id), body.meta.total]).toEqual([[thread.id], 1])
  expect((await tenant.api('GET', '/threads?ticketNumber=ACME-2026-999999')).body).toMatchObject({ data: [], meta: { total: 0 } })
  for (const text of ['42', '%23', 'ACME-2026-0000000042', "ACME-2026-000042' or true"])
    expect((await tenant.api('GET', `/threads?ticketNumber=${encodeURIComponent(text)}`)).body.error?.code, text).toBe(
      'SVC-VALIDATION-FAILED',
    )
})
