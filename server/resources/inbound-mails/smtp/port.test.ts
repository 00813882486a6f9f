/** The protocol of the SMTP port. `recipients.test.ts` has the rules about recipients. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, describe, expect, it } from 'vitest'
import { createCertificate } from '../../../../test/support/self-signed.ts'
import { openSmtp, sendMail, type SmtpClient } from '../../../../test/support/smtp-client.ts'
import { setUpService } from '../../../../test/support/service.ts'
import type { Config } from '../../../config.ts'
import { createLog } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import { startMailPort, type MailPort } from './port.ts'
import type { SmtpLimits } from './server.ts'

const maxBytes = 1_048_576
const inbox = 'support@acme.localhost'

const ports: MailPort[] = []
const port = (): number => service.mailPort ?? 0
const service = await setUpService({ mailPort: true, config: { mailIn: { maxBytes } } })
const [acme, beta] = await Promise.all([service.createTenant('acme'), service.createTenant('beta')])
await acme.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: inbox } })
await beta.skein.createInbox({ body: { name: 'Help', type: 'EMAIL', address: 'help@beta.localhost' } })
afterAll(async () => {
  for (const each of ports) await each.stop()
})

const services = () => ({ db: service.db, log: createLog('silent').log, secrets: createSecrets(service.config.secretKey) })

/** Opens another port of the service, with other settings. */
async function openPort(mailIn: Partial<Config['mailIn']> = {}, limits: Partial<SmtpLimits> = {}): Promise<MailPort> {
  const config = { ...service.config, mailIn: { ...service.config.mailIn, ...mailIn } }
  const opened = await startMailPort({ ...services(), config, onWrite: () => {} }, limits)
  if (!opened) throw new Error('The port is off')
  ports.push(opened)
  return opened
}

/** Opens a transaction with one recipient. */
async function begin(at = port()): Promise<SmtpClient & { greeting: string }> {
  const client = await openSmtp(at)
  await client.say('MAIL FROM:<ada@example.com>')
  expect(await client.say(`RCPT TO:<${inbox}>`)).toBe('250 2.1.5 Accepted')
  return client
}

let mails = 0
/** Returns a mail that no other test sends. */
const newMail = (body = 'It is empty.'): string =>
  `From: Ada <ada@example.com>\r\nTo: ${inbox}\r\nMessage-ID: <${++mails}@example.com>\r\nSubject: Export\r\n\r\n${body}`

describe('a mail', () => {
  it('gets 250 with its id, and is listed', async () => {
    const { reply } = await sendMail(port(), { to: inbox, mail: newMail() })
    expect(reply).toMatch(/^250 2\.0\.0 accepted as eml_[0-9a-z]{26}$/)
    const { body } = await acme.api('GET', `/inbound-mails/${reply.slice(-30)}`)
    expect(body.data).toMatchObject({ transport: 'SMTP', outcome: 'RECEIVED', from: 'ada@example.com' })
  })

  it('is stored byte by byte, with NUL, 8-bit bytes and bare line ends', async () => {
    const bytes = Buffer.from([...Array(256).keys()].flatMap((byte) => (byte === 0x2e ? [] : [byte])))
    const { mailId, original } = await deliver(Buffer.concat([Buffer.from(newMail('')), bytes, Buffer.from('\nbare\rends')]))
    expect(mailId).toMatch(/^eml_/)
    expect(original.subarray(original.indexOf('\r\n\r\n') + 4).toString('hex')).toBe(
      Buffer.concat([bytes, Buffer.from('\nbare\rends\r\n')]).toString('hex'),
    )
  })

  it('ends only at a dot between CRLF, so that no second mail can hide in it', async () => {
    const ends = ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r\n.\r', '\r.\r\n']
    for (const end of ends) {
      const smuggled = `${end}MAIL FROM:<admin@example.com>\r\nRCPT TO:<${inbox}>\r\nDATA\r\nFrom: admin@example.com\r\n\r\nHidden`
      const { original } = await deliver(newMail(`Seen${smuggled}`))
      expect(original.toString(), JSON.stringify(end)).toContain('RCPT TO:<')
    }
  })

  it('that comes on fifty connections at once is accepted once, with fifty ids', async () => {
    const mail = newMail()
    const relay = await openPort({}, { maxConnections: 60 })
    const replies = await Promise.all(Array.from({ length: 50 }, () => sendMail(relay.port, { to: inbox, mail })))
    const ids = replies.map(({ reply }) => /^250 2\.0\.0 accepted as (eml_\w{26})$/.exec(reply)?.[1])
    expect(new Set(ids).size).toBe(50)
    const messageId = /<(\d+@example\.com)>/.exec(mail)?.[1] ?? ''
    const { body } = await acme.api<{ outcome: string }[]>('GET', `/inbound-mails?messageId=${messageId}&limit=100`)
    const outcomes = Object.groupBy(body.data, ({ outcome }) => outcome)
    expect({ received: outcomes.RECEIVED?.length, duplicate: outcomes.DUPLICATE?.length }).toEqual({ received: 1, duplicate: 49 })
  })

  it('to two tenants is accepted in both', async () => {
    const mail = newMail()
    const { recipients, reply } = await sendMail(port(), { to: [inbox, 'help@beta.localhost'], mail })
    expect(recipients).toEqual(['250 2.1.5 Accepted', '250 2.1.5 Accepted'])
    expect(reply).toMatch(/^250 2\.0\.0 accepted as eml_/)
    const messageId = /<(\d+@example\.com)>/.exec(mail)?.[1] ?? ''
    for (const tenant of [acme, beta])
      expect((await tenant.api('GET', `/inbound-mails?messageId=${messageId}`)).body.meta).toMatchObject({ total: 1 })
  })

  it('from the null sender is accepted', async () => {
    expect((await sendMail(port(), { from: '', to: inbox, mail: newMail() })).reply).toMatch(/^250 /)
  })
})

/** Sends a mail, and returns its id and the stored bytes. */
async function deliver(mail: string | Buffer): Promise<{ mailId: string; original: Buffer }> {
  const { reply } = await sendMail(port(), { to: inbox, mail })
  const mailId = /accepted as (eml_\w{26})$/.exec(reply)?.[1] ?? reply
  const { body } = await acme.api<{ url: string }>('GET', `/inbound-mails/${mailId}/original`)
  const link = body.data.url.replace(/^https?:\/\/[^/]+/, service.baseUrl)
  return { mailId, original: Buffer.from(await (await fetch(link)).arrayBuffer()) }
}

describe('limits', () => {
  it('refuse a mail over the size at SIZE= and while it comes', async () => {
    const client = await openSmtp(port())
    expect(await client.say(`MAIL FROM:<ada@example.com> SIZE=${maxBytes + 1}`)).toMatch(/^552 5\.3\.4 /)
    expect(await client.say(`MAIL FROM:<ada@example.com> SIZE=${maxBytes}`)).toMatch(/^250 2\.1\.0 /)
    client.end()
    const { reply } = await sendMail(port(), { to: inbox, mail: newMail('a'.repeat(3 * maxBytes)) })
    expect(reply).toBe(`552 5.3.4 The mail is larger than ${maxBytes} bytes`)
  })

  it('let the connection go on after a refused mail', async () => {
    const client = await begin()
    await client.say('DATA')
    await client.write(newMail('a'.repeat(2 * maxBytes)))
    expect(await client.say(Buffer.from('\r\n.\r\n'))).toMatch(/^552 /)
    await client.say('MAIL FROM:<ada@example.com>')
    await client.say(`RCPT TO:<${inbox}>`)
    await client.say('DATA')
    expect(await client.say(`${newMail()}\r\n.`)).toMatch(/^250 2\.0\.0 /)
    expect(await client.say('QUIT')).toMatch(/^221 /)
  })

  it('refuse the 101st recipient, and keep the others', async () => {
    const client = await openSmtp(port())
    await client.say('MAIL FROM:<ada@example.com>')
    for (let i = 0; i < 100; i++) expect(await client.say(`RCPT TO:<support+${i}@acme.localhost>`)).toMatch(/^250 /)
    expect(await client.say('RCPT TO:<support+100@acme.localhost>')).toMatch(/^452 4\.5\.3 /)
    await client.say('DATA')
    expect(await client.say(`${newMail()}\r\n.`)).toMatch(/^250 2\.0\.0 /)
    client.end()
  })

  it('refuse a mail with more than 100 Received headers', async () => {
    const { reply } = await sendMail(port(), { to: inbox, mail: 'Received: from a by b\r\n'.repeat(101) + newMail() })
    expect(reply).toMatch(/^554 5\.4\.6 /)
  })

  it('refuse the eleventh connection from an address, unless it is a trusted relay', async () => {
    const { port: open } = await openPort({ trustedRelays: ['192.0.2.0/24'] }, { maxConnections: 12 })
    const clients = await Promise.all(Array.from({ length: 10 }, () => openSmtp(open)))
    const refused = await openSmtp(open, null)
    expect(refused.greeting).toMatch(/^421 4\.7\.0 /)
    clients.pop()?.end()
    await expect.poll(async () => (await openSmtp(open, null)).greeting).toMatch(/^220 /)
    for (const client of clients) client.end()

    const { port: trusted } = await openPort({}, { maxConnections: 12 })
    const relayed = await Promise.all(Array.from({ length: 12 }, () => openSmtp(trusted)))
    expect(relayed.every(({ greeting }) => greeting.startsWith('220 '))).toBe(true)
    expect((await openSmtp(trusted, null)).greeting, 'all connections are in use').toMatch(/^421 /)
    for (const client of relayed) client.end()
  })

  it('end silent connections, and commands and mails that take too long', async () => {
    const silent = await openSmtp((await openPort({}, { idleMs: 150 })).port)
    expect(await silent.read()).toMatch(/^421 4\.4\.2 /)
    await silent.closed

    const slow = await openSmtp((await openPort({}, { commandMs: 200 })).port)
    const trickle = setInterval(() => void slow.write('N'), 20)
    expect(await slow.read()).toMatch(/^421 4\.4\.2 /)
    clearInterval(trickle)

    const endless = await begin((await openPort({}, { mailMs: 200 })).port)
    await endless.say('DATA')
    const flow = setInterval(() => void endless.write('more\r\n'), 20)
    expect(await endless.read()).toMatch(/^421 4\.4\.2 /)
    clearInterval(flow)
    slow.end()
    endless.end()
  })
})

describe('the port', () => {
  it('offers no sign-in and no encryption without a certificate', async () => {
    const client = await openSmtp(port(), null)
    expect(client.greeting).toBe('220 localhost ESMTP')
    const offered = await client.say('EHLO client.example.com')
    expect(offered.split('\n').map((line) => line.slice(4))).toEqual([
      'localhost',
      'PIPELINING',
      '8BITMIME',
      'SMTPUTF8',
      'ENHANCEDSTATUSCODES',
      `SIZE ${maxBytes}`,
    ])
    for (const command of ['AUTH PLAIN AGEAYg==', 'STARTTLS', 'XCLIENT ADDR=192.0.2.1', 'WIZ a'])
      expect(await client.say(command), command).toMatch(/^500 5\.5\.2 /)
    client.end()
  })

  it('offers STARTTLS with its certificate', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'skein-mail-port-'))
    const { key, cert } = createCertificate('mail.example.com')
    const tls = { certFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') }
    await expect(openPort({ tls })).rejects.toThrow(/^MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY cannot be read: /)
    await writeFile(tls.certFile, cert)
    await writeFile(tls.keyFile, key)
    const transport = createTransport({
      host: '127.0.0.1',
      port: (await openPort({ tls })).port,
      requireTLS: true,
      tls: { servername: 'mail.example.com', ca: cert },
    })
    const { response } = await transport.sendMail({ from: 'ada@example.com', to: inbox, subject: 'Encrypted', text: `${++mails}` })
    expect(response).toMatch(/^250 2\.0\.0 accepted as eml_/)
    transport.close()
    await rm(directory, { recursive: true })
  })

  it('speaks LMTP, with one reply for each recipient', async () => {
    const { port: open } = await openPort({ lmtp: true })
    const client = await openSmtp(open, 'LHLO client.example.com')
    await client.say('MAIL FROM:<ada@example.com>')
    for (const address of [inbox, 'help@beta.localhost']) expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^250 /)
    expect(await client.say('RCPT TO:<nobody@acme.localhost>')).toMatch(/^550 /)
    await client.say('DATA')
    const replies = [await client.say(`${newMail()}\r\n.`), await client.read()]
    expect(replies).toEqual([
      expect.stringMatching(/^250 2\.0\.0 accepted as eml_/),
      expect.stringMatching(/^250 2\.0\.0 accepted as eml_/),
    ])
    expect(replies[0]).not.toBe(replies[1])
    client.end()
  })

  it('lets running mails finish when it stops, and ends all other connections', async () => {
    const { port: open, stop } = await openPort()
    const [running, idle] = [await begin(open), await begin(open)]
    await running.say('DATA')
    await running.write('From: ada@example.com\r\n')
    const stopped = stop()
    expect(await idle.read()).toMatch(/^421 4\.3\.2 /)
    expect((await openSmtp(open, null)).greeting).toBe('closed')
    expect(await running.say(Buffer.from(`X-Test: ${++mails}\r\n\r\nHi\r\n.\r\n`))).toMatch(/^250 2\.0\.0 accepted as eml_/)
    expect(await running.read()).toMatch(/^421 4\.3\.2 /)
    await stopped
  })
})
