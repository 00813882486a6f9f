/** The limits of SMTP connections that bring no mail, and of those from one network. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSmtp } from '../../../../test/support/smtp-client.ts'
import { setUpService } from '../../../../test/support/service.ts'
import type { Config } from '../../../config.ts'
import { createLog } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import { type MailPort, startMailPort } from './port.ts'
import type { SmtpLimits } from './server.ts'

const inbox = 'support@acme.localhost'

const ports: MailPort[] = []
const service = await setUpService()
afterAll(async () => {
  for (const each of ports) await each.stop()
})
beforeAll(async () => {
  const tenant = await service.createTenant('acme')
  await tenant.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: inbox } })
})

async function openPort(mailIn: Partial<Config['mailIn']> = {}, limits: Partial<SmtpLimits> = {}): Promise<MailPort> {
  const config = { ...service.config, mailIn: { ...service.config.mailIn, port: 0, ...mailIn } }
  const services = { db: service.db, log: createLog('silent').log, secrets: createSecrets(config.secretKey), config, onWrite: () => {} }
  const opened = await startMailPort(services, limits)
  if (!opened) throw new Error('The port is off')
  ports.push(opened)
  return opened
}

describe('the SMTP port', () => {
  it('refuses exactly the excess of connections that come at once', async () => {
    const { port: open } = await openPort({ trustedRelays: ['192.0.2.0/24'] })
    const clients = await Promise.all(Array.from({ length: 12 }, () => openSmtp(open, null)))
    const refused = clients.filter(({ greeting }) => greeting.startsWith('421 4.7.0 '))
    expect([refused.length, clients.filter(({ greeting }) => greeting.startsWith('220 ')).length]).toEqual([2, 10])
    await Promise.all(refused.map(({ closed }) => closed))
    for (const client of clients) client.end()
  })

  it('leaves connections for others while one network has used up its own', async () => {
    const { port: open } = await openPort({ host: '::', trustedRelays: ['192.0.2.0/24'] }, { maxConnections: 12 })
    const clients = await Promise.all(Array.from({ length: 40 }, () => openSmtp(open, null)))
    const other = await openSmtp(open, null, '::1')
    expect(other.greeting).toMatch(/^220 /)
    for (const client of [...clients, other]) client.end()
  })

  it.each<[string, Partial<SmtpLimits>, readonly string[], string]>([
    ['NOOP', {}, Array.from({ length: 100 }, () => 'NOOP'), '4.7.0 Too many commands without a mail'],
    ['RSET and MAIL', {}, Array.from({ length: 100 }, (_, i) => (i % 2 ? 'RSET' : 'MAIL FROM:<a@example.com>')), '4.7.0 Too many commands'],
    [
      'unknown recipients',
      {},
      ['MAIL FROM:<a@example.com>', ...Array.from({ length: 21 }, () => 'RCPT TO:<x@acme.localhost>')],
      '4.7.0 Too many refusals',
    ],
  ])('ends a connection with too many %s', async (_, limits, commands, reason) => {
    const client = await openSmtp((await openPort({}, limits)).port)
    const replies: string[] = []
    for (const command of commands) if (!replies.at(-1)?.startsWith('421')) replies.push(await client.say(command))
    expect(replies.at(-1)).toContain(`421 ${reason}`)
    await client.closed
  })

  it('ends a connection that brings no mail for too long, whatever it says meanwhile', async () => {
    const client = await openSmtp((await openPort({}, { withoutMailMs: 300, maxCommands: 1_000_000 })).port)
    let reply = ''
    while (!reply.startsWith('421')) reply = await client.say('NOOP')
    expect(reply).toMatch(/^421 4\.4\.2 No mail has come for too long/)
    await client.closed
  })

  it('lets a client that brings mails go on', async () => {
    const { port: open } = await openPort({}, { maxCommands: 6, maxRefusals: 1 })
    const client = await openSmtp(open)
    for (let i = 0; i < 4; i++) {
      await client.say('MAIL FROM:<ada@example.com>')
      expect(await client.say('RCPT TO:<nobody@acme.localhost>')).toMatch(/^550 /)
      expect(await client.say(`RCPT TO:<${inbox}>`)).toMatch(/^250 /)
      await client.say('DATA')
      expect(await client.say(`From: ada@example.com\r\nMessage-ID: <${i}@example.com>\r\n\r\nHello\r\n.`)).toMatch(/^250 2\.0\.0 /)
    }
    client.end()
  })
})
