/** Servers of mailboxes that send without end, too much, or too slowly. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ChannelConnection, InboundMail, Inbox } from '../../../../client/index.ts'
import { type ImapServer, startImapServer } from '../../../../test/support/imap-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { startTestService, type TestService, type TestTenant } from '../../../../test/support/service.ts'
import { Mailbox } from './mailbox.ts'

const maxBytes = 1_048_576
/** More than any command may receive, and than sockets hold that are not read. */
const tooManyBytes = 64 * 1_048_576

let tenants = 0
const open = (port: number, commandMs = 60_000): Promise<Mailbox> =>
  Mailbox.open(
    { host: '127.0.0.1', addresses: ['127.0.0.1'], port, security: 'NONE', user: 'ada', secret: { password: 'secret' } },
    { tenantId: `tenant ${++tenants}`, folder: 'INBOX', isReadOnly: true, maxBytes, commandMs },
  )

/** Sends the text again and again, for as long as the client reads it. */
function flood(socket: Socket, text: string): string {
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)))
  const send = (): void => {
    if (!socket.destroyed) socket.write(chunk, () => setImmediate(send))
  }
  send()
  return ''
}

/** Sends a byte every few milliseconds. */
function trickle(socket: Socket, text: string): string {
  socket.write(text)
  const timer = setInterval(() => socket.write('x'), 10)
  socket.once('close', () => clearInterval(timer))
  return ''
}

/** Starts a server that only writes, with `write`. */
async function startWriter(write: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
    write(socket)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  return (server.address() as AddressInfo).port
}

async function openServer(): Promise<ImapServer> {
  const server = await startImapServer()
  onTestFinished(() => server.close())
  return server
}

/** Runs the action on a mailbox whose server gives the answer to the commands that match. Returns the code of the failure, and the bytes sent. */
async function attack(
  pattern: RegExp,
  answer: (socket: Socket) => string,
  action: (mailbox: Mailbox) => Promise<unknown>,
  commandMs?: number,
): Promise<{ code: unknown; sent: number }> {
  const server = await openServer()
  let attacked: Socket | null = null
  server.append('From: ada@example.com\r\n\r\nHello\r\n')
  server.intercept = (command, socket) => {
    if (!pattern.test(command)) return undefined
    attacked = socket
    return answer(socket)
  }
  const code = await open(server.port, commandMs)
    .then(async (mailbox) => {
      onTestFinished(() => mailbox.close())
      await action(mailbox)
    })
    .then(
      () => 'OK',
      (error: { code: unknown }) => error.code,
    )
  return { code, sent: (attacked as Socket | null)?.bytesWritten ?? 0 }
}

const rows = '* 1 FETCH (UID 1 RFC822.SIZE 10 FLAGS () INTERNALDATE "01-Jan-2026 00:00:00 +0000")\r\n'
const allUids = Array.from({ length: 500 }, (_, i) => i + 1)
const readAll = async (mailbox: Mailbox): Promise<void> => {
  for await (const part of (await mailbox.read(1)) ?? []) expect(part.length).toBeGreaterThan(0)
}

describe('a server that sends without end is cut off', () => {
  it.each<[string, RegExp, string, (mailbox: Mailbox) => Promise<unknown>]>([
    ['rows of a list', /^UID FETCH/, rows, (mailbox) => mailbox.readInfos(allUids)],
    ['rows of a short list', /^UID FETCH/, rows, (mailbox) => mailbox.readInfos([1])],
    ['the UIDs of a search', /^UID SEARCH/, `* SEARCH ${allUids.join(' ')}\r\n`, (mailbox) => mailbox.findAfter(0)],
    ['a search in one line', /^UID SEARCH/, ' 4294967295', (mailbox) => mailbox.findSince(new Date())],
    ['capabilities', /^ID/, `* CAPABILITY IMAP4rev1 ${'X'.repeat(200)}\r\n`, readAll],
    ['changes during the sign-in', /^(LOGIN|AUTHENTICATE)/, '* 1 EXISTS\r\n', readAll],
    ['continuations', /^(LOGIN|AUTHENTICATE)/, `+ ${'x'.repeat(200)}\r\n`, readAll],
    ['responses with other tags', /^EXAMINE/, 'ZZ OK Done\r\n', readAll],
    ['lines that are no responses', /^EXAMINE/, `${'x '.repeat(100)}\r\n`, readAll],
    ['a line without an end', /^EXAMINE/, 'x', readAll],
    ['header fields', /^UID FETCH/, '* 1 FETCH (UID 1 BODY[HEADER.FIELDS (FROM)] {6}\r\nFrom: )\r\n', (box) => box.readIdentityFields([1])],
    ['small parts of a mail', /^UID FETCH/, `* 1 FETCH (UID 1 BODY[]<0> {500}\r\n${'x'.repeat(500)})\r\n`, readAll],
    ['literals in one response', /^UID FETCH/, ' {1}\r\nx', readAll],
  ])('with %s', async (_, pattern, text, action) => {
    const { code, sent } = await attack(pattern, (socket) => flood(socket, text), action)
    expect(String(code)).toMatch(/^(TOO_MUCH|LineTooLarge|ResponseTooLarge|LiteralTooLarge|TooManyTokens)$/)
    expect(sent).toBeLessThan(tooManyBytes)
  })

  it('with a greeting', async () => {
    const port = await startWriter((socket) => flood(socket, '* OK '))
    await expect(open(port)).rejects.toMatchObject({ code: 'TOO_MUCH' })
  })
})

describe('a server that is slower than any line is cut off', () => {
  it.each<[string, RegExp, string, (mailbox: Mailbox) => Promise<unknown>]>([
    ['a list', /^UID FETCH/, '* 1 FETCH (UID 1 ', (mailbox) => mailbox.readInfos(allUids)],
    ['a search', /^UID SEARCH/, '* SEARCH 1', (mailbox) => mailbox.findAfter(0)],
    ['the literal of a mail', /^UID FETCH/, '* 1 FETCH (UID 1 BODY[]<0> {100000}\r\n', readAll],
    ['the sign-in', /^(LOGIN|AUTHENTICATE)/, '* OK ', readAll],
    ['the place for a copy', /^APPEND/, '* OK ', (mailbox) => mailbox.append(Buffer.from('Subject: Copy\r\n\r\n'))],
  ])('with %s', async (_, pattern, text, action) => {
    expect(await attack(pattern, (socket) => trickle(socket, text), action, 300)).toMatchObject({ code: 'TOO_SLOW' })
  })

  it('with a greeting', async () => {
    const port = await startWriter((socket) => trickle(socket, '* OK '))
    await expect(open(port, 300)).rejects.toMatchObject({ code: 'TOO_SLOW' })
  })
})

it('a literal that is larger than any mail is refused before it arrives', async () => {
  const answer = (socket: Socket) => trickle(socket, '* 1 FETCH (UID 1 BODY[] {4000000000}\r\n')
  expect(await attack(/^UID FETCH/, answer, readAll)).toMatchObject({ code: 'LiteralTooLarge' })
})

describe('a server that sends without being asked', () => {
  const isPaused = async (socket: Socket): Promise<void> => {
    let sent = -1
    await until(async () => {
      const before = sent
      sent = socket.bytesWritten
      await new Promise((resolve) => setTimeout(resolve, 50))
      return sent === before && sent === socket.bytesWritten
    })
  }

  it('fills only its own buffers between two commands', async () => {
    const server = await openServer()
    const mailbox = await open(server.port)
    onTestFinished(() => mailbox.close())
    let flooding: Socket | null = null
    server.intercept = (_, socket) => {
      flooding = socket
      setImmediate(() => flood(socket, '* 1 EXISTS\r\n'))
      return '* SEARCH\r\nTAG OK Done\r\n'
    }
    expect(await mailbox.findAfter(0)).toEqual([])
    const socket = flooding as Socket | null
    if (!socket) throw new Error('The server got no command')
    await isPaused(socket)
    expect(socket.bytesWritten).toBeLessThan(tooManyBytes)
  })

  it('fills only its own buffers while the service waits for mail', async () => {
    const server = await openServer()
    const mailbox = await open(server.port)
    onTestFinished(() => mailbox.close())
    let flooding: Socket | null = null
    server.intercept = (command, socket) => {
      if (command !== 'IDLE') return undefined
      flooding = socket
      socket.write('+ idling\r\n')
      return flood(socket, '* 1 FETCH (FLAGS (\\Seen))\r\n')
    }
    const waiting = mailbox.wait(60_000)
    await until(() => flooding !== null)
    const socket = flooding as Socket | null
    if (!socket) throw new Error('The server got no command')
    await isPaused(socket)
    expect(socket.bytesWritten).toBeLessThan(tooManyBytes)
    mailbox.close()
    await expect(waiting).rejects.toMatchObject({ code: 'EConnectionClosed' })
  })
})

describe('mailboxes of one tenant', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ worker: true })
  })
  afterAll(() => service.stop())

  const createInbox = async (tenant: TestTenant, server: ImapServer, name: string): Promise<string> => {
    const imap = { host: '127.0.0.1', port: server.port, security: 'NONE', user: 'ada', password: 'secret' }
    const body = { name, type: 'EMAIL', address: `${name}@example.com`, email: { receive: { mode: 'IMAP', imap } } }
    const created = await tenant.api<Inbox>('POST', '/inboxes', { body })
    if (created.status !== 201) throw new Error(created.text)
    return created.body.data.id
  }
  const mail = (id: string) => `From: ada@example.com\r\nSubject: ${id}\r\nMessage-ID: <${id}@example.com>\r\n\r\nHello\r\n`
  const subjects = async (tenant: TestTenant) =>
    (await tenant.api<InboundMail[]>('GET', '/inbound-mails')).body.data.map(({ subject }) => subject)

  it('that are slow for ever do not hold up the mail of another tenant', async () => {
    const [slow, other] = [await service.createTenant(), await service.createTenant()]
    const [slowServer, server] = [await openServer(), await openServer()]
    const held = new Set<Socket>()
    slowServer.intercept = (command, socket) => {
      if (!/^UID FETCH .*BODY\.PEEK\[\]/.test(command)) return undefined
      held.add(socket)
      return trickle(socket, '* 1 FETCH (UID 1 BODY[]<0> {200000}\r\n')
    }
    for (let i = 0; i < 34; i++) await createInbox(slow, slowServer, `slow${i}`)
    await until(() => slowServer.commands.filter((command) => command === 'IDLE').length === 34)
    slowServer.append(mail('slow') + 'x'.repeat(200_000))
    await until(() => held.size >= 30)
    await createInbox(other, server, 'other')
    await until(() => server.commands.at(-1) === 'IDLE')
    server.append(mail('other'))
    await until(async () => (await subjects(other)).length === 1)
    expect([await subjects(other), await subjects(slow)]).toEqual([['other'], []])
  })

  it('whose list never ends fail, and are tried again less and less often', async () => {
    const [tenant, server] = [await service.createTenant(), await openServer()]
    for (let i = 0; i < 5; i++) server.append(mail(`old${i}`))
    server.intercept = (command, socket) => (/^UID (FETCH|SEARCH)/.test(command) ? flood(socket, rows) : undefined)
    const id = await createInbox(tenant, server, 'endless')
    const connection = async () => (await tenant.api<ChannelConnection>('GET', `/inboxes/${id}/connection`)).body.data
    await until(async () => (await connection()).receive.state === 'FAILING')
    expect((await connection()).lastError).toMatchObject({ code: 'TOO_MUCH', message: 'The server sent much more than it was asked for.' })
    expect(Date.parse((await connection()).nextAttemptAt ?? '')).toBeGreaterThan(Date.now())
  })
})
