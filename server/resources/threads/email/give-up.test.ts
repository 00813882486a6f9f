import { expect, it, onTestFinished } from 'vitest'
import { until } from '../../../../test/support/job-fixture.ts'
import { startMailServer } from '../../../../test/support/mail-server.ts'
import { startTestService } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'

type Tenant = { tenantId: string }
const useUpAttempts = statement<Tenant & { phase: string | null }, object>(`with
  outgoing as (update outgoing_messages set phase = :phase::text where tenant_id = :tenantId::uuid)
  update jobs set attempt = 1000 where tenant_id = :tenantId::uuid and name = 'send-message'`)

it('a reply whose workers were all killed fails, and may have arrived after DATA', async () => {
  const sink = await startMailServer()
  const service = await startTestService({ config: { mail: { smtpUrl: sink.url } } })
  onTestFinished(async () => {
    await service.stop()
    await sink.stop()
  })
  const deliver = async (phase: 'STARTED' | 'DATA') => {
    const tenant = await service.createTenant()
    const address = `support@${tenant.slug}.example`
    const inboxId = (await tenant.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address } })).data.id
    const body = { title: 'Export', body: 'It is empty.', requester: { email: 'ada@example.com' }, inboxId }
    const { threadId } = (await tenant.skein.createThread({ body })).data
    await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.' } })
    await service.db.rows(useUpAttempts, { tenantId: tenant.tenantId, phase })
    return async () => (await tenant.skein.listMessages({ path: { id: threadId } })).data[0]?.delivery
  }
  const reads = [await deliver('STARTED'), await deliver('DATA')]
  service.startWorker()
  for (const read of reads) await until(async () => (await read())?.state === 'FAILED')
  const [unsent, unknown] = await Promise.all(reads.map((read) => read()))
  expect(unsent).toMatchObject({ uncertain: false, lastError: expect.stringContaining('worker went away') })
  expect(unknown).toMatchObject({ uncertain: true })
  expect(sink.accepted).toEqual([])
})
