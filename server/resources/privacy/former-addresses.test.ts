/** Erasure of a customer's former addresses, and of meetings from which the customer was removed. */
import { expect, it } from 'vitest'
import type { CreatedThread, Meeting } from '../../../client/index.ts'
import { runPrivacyRequest, runSecondRounds } from '../../../test/support/privacy.ts'
import { whereIs } from '../../../test/support/snapshot.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })

let numbers = 0
const upsertCustomer = async (email: string) => (await tenant.skein.upsertCustomer({ body: { email } })).data.id
const changeEmail = (id: string, email: string) => tenant.api('PATCH', `/customers/${id}`, { body: { email } })
const listAttendees = async (id: string) => (await tenant.skein.getMeeting({ path: { id } })).data.attendees

/** Schedules a meeting in a thread of another customer, with this address as an attendee. */
async function scheduleMeetingWith(email: string): Promise<string> {
  const requester = { email: `asks${++numbers}@example.com` }
  const { data } = (await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Training', body: 'When?', requester } })).body
  const [startsAt, endsAt] = [0, 30].map((minute) => new Date(Date.UTC(2034, 0, 1, numbers, minute)).toISOString())
  const body = { startsAt, endsAt, timezone: 'UTC', attendees: [{ email, name: 'Ada Lovelace' }] }
  return (await tenant.api<Meeting>('POST', `/threads/${data.threadId}/schedule-meeting`, { body })).body.data.id
}

it('former addresses are erased, also in meetings that the customer left', async () => {
  const id = await upsertCustomer('before@example.com')
  const [left, kept] = [await scheduleMeetingWith('before@example.com'), await scheduleMeetingWith('before@example.com')]
  await tenant.skein.updateMeeting({ path: { id: left }, body: { attendees: [] } })
  await changeEmail(id, 'after@example.com')
  expect((await runPrivacyRequest(tenant, '/privacy/erase', { customerId: id, mode: 'ANONYMIZE' })).state).toBe('DONE')
  await runSecondRounds(service)
  expect(await whereIs(service.db, ['before@example.com', 'Ada Lovelace'])).toEqual([])
  expect(await listAttendees(kept)).toMatchObject([{ email: 'erased@erased.invalid', name: null }])
})

it('a former address stays when it is the address of another customer now', async () => {
  const id = await upsertCustomer('shared@example.com')
  await changeEmail(id, 'own@example.com')
  await upsertCustomer('shared@example.com')
  const meeting = await scheduleMeetingWith('shared@example.com')
  expect((await runPrivacyRequest(tenant, '/privacy/erase', { customerId: id, mode: 'DELETE' })).state).toBe('DONE')
  expect(await listAttendees(meeting)).toMatchObject([{ email: 'shared@example.com', name: 'Ada Lovelace' }])
  expect((await tenant.api('GET', '/customers?email=shared@example.com')).body.meta.total).toBe(1)
})
