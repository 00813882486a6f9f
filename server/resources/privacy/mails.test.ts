/** The recipients and content of the mails about a completed request. */
import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { PrivacyRequest, User } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { requestLink } from '../../../test/support/files.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { readMailFiles, findLink } from '../../../test/support/mail-server.ts'
import { waitForPrivacyRequest, runSecondRounds } from '../../../test/support/privacy.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()

let count = 0
async function createCustomer(): Promise<{ canary: string; email: string; customerId: string }> {
  const canary = `canary${++count}x`
  const email = `${canary}@example.com`
  const { data } = (
    await tenant.api('POST', '/threads', { body: { title: canary, body: canary, requester: { email, name: `Name ${canary}` } } })
  ).body
  return { canary, email, customerId: (data['customer'] as { id: string }).id }
}

async function createUser(role = 'ADMIN'): Promise<{ id: string; email: string; key: string }> {
  const email = `grace${++count}@acme.test`
  const { id } = (await tenant.api<User>('POST', '/users', { body: { name: 'Grace', email, role, invite: false } })).body.data
  return { id, email, key: (await tenant.keyFor(['privacy:admin'], { userId: id })).key }
}

async function createRequest(key: string, path: '/privacy/erase' | '/privacy/export', body: object): Promise<string> {
  const asked = await tenant.api<{ id: string }>('POST', path, { body, key })
  expect(asked.status, asked.text).toBe(202)
  return asked.body.data.id
}

const listUnfinishedJobs = statement<object, object>(
  `select from jobs where name in ('send-mail', 'export-personal-data') and state = 'WAITING'`,
)
/** Runs workers until the requests are complete, and returns the requests and the mails to an address. */
async function runWorkers(ids: readonly string[], to: string) {
  const workers = [service.startWorker(), service.startWorker()]
  const requests: PrivacyRequest[] = []
  for (const id of ids) requests.push(await waitForPrivacyRequest(tenant, id))
  await runSecondRounds(service)
  await until(async () => (await service.db.rows(listUnfinishedJobs, {})).length === 0)
  for (const worker of workers) await worker.stop()
  return { requests, mails: (await readMailFiles(service.config)).filter((mail) => mail.to?.[0]?.address === to) }
}

it('an export is mailed once to its requester, as a link without customer data', async () => {
  const [{ canary, customerId }, grace] = [await createCustomer(), await createUser()]
  const id = await createRequest(grace.key, '/privacy/export', { customerId })
  const { requests, mails } = await runWorkers([id], grace.email)
  expect(mails.map(({ subject }) => subject)).toEqual([`Your export of a customer of Tenant ${tenant.slug} is ready`])
  const [mail] = mails
  expect(mail?.raw.replaceAll('=\r\n', ''), 'neither name nor address').not.toContain(canary)
  expect(mail?.text).toContain(`Request: ${id}`)
  const file = Buffer.from(await (await requestLink(service, findLink(mail ?? {}).href)).arrayBuffer())
  expect(hash('sha256', file, 'hex')).toBe(requests[0]?.download?.sha256)
  expect(mail?.text).toContain(`SHA-256: ${requests[0]?.download?.sha256}`)
})

it.each(['ANONYMIZE', 'DELETE'])('the receipt of an erasure (%s) is mailed once, as the request shows it', async (mode) => {
  const [{ canary, email }, grace] = [await createCustomer(), await createUser()]
  const id = await createRequest(grace.key, '/privacy/erase', { email, mode })
  const { requests, mails } = await runWorkers([id], grace.email)
  expect(mails.map(({ subject }) => subject)).toEqual([`We erased a customer of Tenant ${tenant.slug}`])
  const { places = [], total, proof } = requests[0]?.receipt ?? {}
  const said = [
    `Request: ${id}`,
    mode === 'DELETE' ? 'Extent: Deleted: the customer and all their threads' : 'Extent: Anonymised: threads and figures stay',
    ...places.map(({ place, count: n }) => `${place}: ${n}`),
    `Total: ${total}`,
    `Proof: ${proof}`,
  ]
  for (const line of said) expect(mails[0]?.text).toContain(line)
  expect(mails[0]?.raw.replaceAll('=\r\n', '')).not.toContain(canary)
})

it('a dry run is not mailed', async () => {
  const [{ email }, grace] = [await createCustomer(), await createUser()]
  const { requests, mails } = await runWorkers(
    [await createRequest(grace.key, '/privacy/erase', { email, mode: 'DELETE', dryRun: true })],
    grace.email,
  )
  expect([requests[0]?.state, mails]).toEqual(['DONE', []])
})

it.each([{ status: 'SUSPENDED' }, { role: 'AGENT' }])('a requester without the right to export gets no link: %o', async (change) => {
  const [{ customerId }, grace] = [await createCustomer(), await createUser()]
  const id = await createRequest(grace.key, '/privacy/export', { customerId })
  expect((await tenant.api('PATCH', `/users/${grace.id}`, { body: change })).status).toBe(200)
  const { requests, mails } = await runWorkers([id], grace.email)
  expect([requests[0]?.state, mails]).toEqual(['DONE', []])
})

it('an export that an erasure has ended is reported once, by mail and as an event', async () => {
  const [{ customerId }, grace, linus] = [await createCustomer(), await createUser(), await createUser('OWNER')]
  const exporting = await createRequest(grace.key, '/privacy/export', { customerId })
  const erasing = await createRequest(linus.key, '/privacy/erase', { customerId, mode: 'DELETE' })
  // Delays the export until the customer is erased.
  await service.db.script(`update jobs set due_at = now() + interval '1 hour' where name = 'export-personal-data'`)
  const worker = service.startWorker()
  await waitForPrivacyRequest(tenant, erasing)
  await worker.stop()
  await service.db.script(
    `update jobs set due_at = now() where name = 'export-personal-data'; update job_queues set due_at = now() where name = 'export-personal-data'`,
  )
  const { requests, mails } = await runWorkers([exporting, erasing], grace.email)
  expect(requests.map(({ state, error }) => [state, error])).toEqual([
    ['FAILED', 'The customer was erased.'],
    ['DONE', null],
  ])
  expect(mails.map(({ subject }) => subject)).toEqual([`We couldn’t export a customer of Tenant ${tenant.slug}`])
  expect(mails[0]?.text).toContain('because the customer was erased in the meantime')
  const { data } = (await tenant.api<{ type: string; data: { id: string } }[]>('GET', '/events?limit=100&types=privacy.request.completed'))
    .body
  expect(data.filter((event) => JSON.stringify(event).includes(exporting))).toHaveLength(1)
})

it('a failed export is reported as well', async () => {
  const [{ customerId }, grace] = [await createCustomer(), await createUser()]
  const id = await createRequest(grace.key, '/privacy/export', { customerId })
  // Makes the next attempt the last one.
  await service.db.script(`update jobs set attempt = 99 where name = 'export-personal-data'`)
  const { requests, mails } = await runWorkers([id], grace.email)
  expect(requests[0]?.state).toBe('FAILED')
  expect(mails[0]?.text).toContain('couldn’t make the export you asked for, so there is no file')
})
