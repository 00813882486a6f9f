import { expect, it, onTestFinished } from 'vitest'
import { startTestService } from '../../../test/support/service.ts'
import { sendMail } from '../../../test/support/smtp-client.ts'

it('metrics count mails by outcome, and show that none waits', async () => {
  const service = await startTestService({ worker: true, mailPort: true })
  onTestFinished(() => service.stop())
  const tenant = await service.createTenant()
  const to = `support@${tenant.slug}.localhost`
  await tenant.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: to } })
  const readMetrics = async (): Promise<string> => (await fetch(`${service.baseUrl}/metrics`)).text()
  const getCount = async (outcome: string): Promise<number> =>
    Number(new RegExp(`^mails_received_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(await readMetrics())?.[1] ?? 0)
  const before = await getCount('MESSAGE')
  const mail = `From: Ada <ada@example.com>\r\nTo: ${to}\r\nMessage-ID: <1@example.com>\r\nSubject: Export\r\n\r\nIt is empty.`
  for (let n = 0; n < 2; n++) expect((await sendMail(service.mailPort ?? 0, { to, mail })).reply).toMatch(/^250/)
  await expect.poll(() => getCount('MESSAGE')).toBe(before + 1)
  expect(await getCount('DUPLICATE')).toBeGreaterThan(0)
  await expect.poll(readMetrics).toMatch(/^mails_waiting 0$/m)
  expect(await readMetrics()).toMatch(/^mail_processing_lag_seconds 0$[^]*^mails_unsent 0$[^]*^mail_oldest_unsent_seconds 0$/m)
})
