/** Tests of mailboxes against a scripted server: each failure is reported at its step. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { createCertificate } from '../../../../test/support/self-signed.ts'
import { StepFailure } from './line-connection.ts'
import { testImap, type MailboxToTest } from './test-imap.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Script = { greeting: string | null; reply: (line: string) => string | null; sent: string[]; sockets: Socket[] }

/** Starts a server that writes `greeting` and a reply to each line. It starts TLS after a reply that says so. */
async function start(script: Partial<Script>, { tls = false } = {}): Promise<{ port: number; sent: string[] }> {
  const sent: string[] = []
  const secureContext = createSecureContext(createCertificate('mail.example.com'))
  const server = createServer((raw) => {
    raw.on('error', () => {})
    const speak = (socket: Socket): void => {
      socket.on('error', () => {})
      socket.setEncoding('utf8')
      socket.on('data', (text: string) => {
        for (const line of text.split('\r\n').slice(0, -1)) {
          sent.push(line)
          const reply = script.reply?.(line)
          if (reply === null) socket.destroy()
          else if (reply !== undefined) socket.write(reply)
          if (/^(?:t\d+ )?STARTTLS$/.test(line)) {
            socket.removeAllListeners('data')
            speak(new TLSSocket(raw, { isServer: true, secureContext }))
          }
        }
      })
    }
    const socket = tls ? new TLSSocket(raw, { isServer: true, secureContext }) : raw
    speak(socket)
    if (script.greeting) socket.write(script.greeting)
  })
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  return { port: (server.address() as AddressInfo).port, sent }
}

const shared = { host: 'mail.example.com', resolve: async () => ['127.0.0.1'], signal: AbortSignal.timeout(5_000) }
const findLast = <Item>(items: readonly Item[]): Item | undefined => items.at(-1)

describe('a mailbox', () => {
  const replies: Record<string, string> = {
    CAPABILITY: '* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n',
    LOGIN: '',
    EXAMINE: '* 23 EXISTS\r\n* OK [UIDVALIDITY 1] Good\r\n',
    LIST: '* LIST (\\HasNoChildren) "/" INBOX\r\n* LIST () "/" "Done"\r\n* LIST () NIL "Gel&APY-scht"\r\n',
    STARTTLS: '',
  }
  const answer =
    (refused: Record<string, string> = {}) =>
    (line: string) => {
      const [, tag = '', name = ''] = /^(\S+) (\S+)/.exec(line) ?? []
      return refused[name] === undefined ? `${replies[name] ?? ''}${tag} OK done\r\n` : refused[name].replace('TAG', tag)
    }
  const check = async (script: Partial<Script>, more: Partial<MailboxToTest> = {}, tls = false) => {
    const { port, sent } = await start({ greeting: '* OK ready\r\n', reply: answer(), ...script }, { tls })
    const findSignIn = async () => ({ user: 'ada', password: 'se"cret' })
    return { sent, steps: await testImap({ ...shared, port, security: 'NONE', findSignIn, folder: 'INBOX', moveTo: null, ...more }) }
  }

  test('that works passes all steps, and nothing is changed', async () => {
    const { steps, sent } = await check({}, { moveTo: 'Done' })
    expect(steps.map(({ step, ok, detail }) => [step, ok, detail])).toEqual([
      ['resolve', true, null],
      ['connect', true, null],
      ['tls', true, 'The connection is not encrypted, as configured.'],
      ['greeting', true, 'OK ready'],
      ['sign_in', true, 'Signed in as ada'],
      ['select', true, '23 mails'],
      ['list', true, '3 folders'],
    ])
    expect(sent.map((line) => line.split(' ')[1])).toEqual(['CAPABILITY', 'LOGIN', 'EXAMINE', 'LIST'])
    expect(sent[1]).toBe(String.raw`t2 LOGIN "ada" "se\"cret"`)
  })

  test.each<[string, string, Partial<Script>, Partial<MailboxToTest>, RegExp]>([
    ['an unknown host', 'resolve', {}, { resolve: () => Promise.reject(new StepFailure('The host does not exist.')) }, /does not exist/],
    ['a closed port', 'connect', {}, { port: 1 }, /refused the connection/],
    ['a server that does not speak TLS', 'tls', {}, { security: 'TLS' }, /STARTTLS|closed/],
    [
      'a server without STARTTLS',
      'tls',
      { reply: answer({ STARTTLS: 'TAG BAD unknown command\r\n' }) },
      { security: 'STARTTLS' },
      /unknown command/,
    ],
    ['a server of another protocol', 'greeting', { greeting: '220 SMTP\r\n' }, {}, /not ready for IMAP/],
    ['a server that hangs up', 'greeting', { reply: () => null }, {}, /closed the connection/],
    [
      'a wrong password',
      'sign_in',
      { reply: answer({ LOGIN: 'TAG NO [AUTHENTICATIONFAILED] Invalid credentials\r\n' }) },
      {},
      /Invalid credentials/,
    ],
    ['a missing secret', 'sign_in', {}, { findSignIn: () => Promise.reject(new StepFailure('No password is stored.')) }, /No password/],
    ['a wrong folder', 'select', { reply: answer({ EXAMINE: 'TAG NO Mailbox does not exist\r\n' }) }, {}, /does not exist/],
    ['a wrong folder for MOVE', 'list', {}, { moveTo: 'Later' }, /Later does not exist/],
  ])('with %s fails at %s', async (_, step, script, more, detail) => {
    const { steps } = await check(script, more)
    expect(findLast(steps)).toMatchObject({ step, ok: false })
    expect(findLast(steps)?.detail).toMatch(detail)
    expect(steps.slice(0, -1).every(({ ok }) => ok)).toBe(true)
  })

  test.each([
    ['from the start', 'TLS', true],
    ['after a command', 'STARTTLS', false],
  ] as const)('with a certificate of no authority fails at tls (%s)', async (_, security, tls) => {
    expect(findLast((await check({}, { security }, tls)).steps)).toMatchObject({
      step: 'tls',
      ok: false,
      detail: 'The server’s certificate is not signed by a known authority.',
    })
  })

  test('that repeats the password does not reveal it', async () => {
    const secret = Buffer.from('\0ada\0se"cret').toString('base64')
    const capability = '* CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN\r\nTAG OK\r\n'
    for (const echo of [
      `NO se"cret and ${secret}`,
      String.raw`BAD LOGIN "ada" "se\"cret"`,
      `BAD ${Buffer.from('se"cret').toString('base64')}`,
    ]) {
      const refused = { CAPABILITY: capability, AUTHENTICATE: `TAG ${echo}\r\n` }
      const { steps } = await check({ reply: answer(refused) })
      expect(findLast(steps)).toMatchObject({ step: 'sign_in', ok: false })
      expect(JSON.stringify(steps)).not.toMatch(/cret|c2UiY3JldA|AGFkYQ/)
    }
  })

  test('that refuses a token says why', async () => {
    let step = 0
    const reply = (line: string): string => {
      if (line.includes('AUTHENTICATE')) return `+ ${Buffer.from('{"status":"400"}').toString('base64')}\r\n`
      return line === '' ? `t${step} NO [AUTHENTICATIONFAILED] Token expired\r\n` : answer()(line)
    }
    const counted = (line: string): string => {
      step = Number(/^t(\d+) /.exec(line)?.[1] ?? step)
      return reply(line)
    }
    const { steps } = await check({ reply: counted }, { findSignIn: async () => ({ user: 'ada', accessToken: 'token' }) })
    expect(findLast(steps)).toMatchObject({ step: 'sign_in', ok: false, detail: '[AUTHENTICATIONFAILED] Token expired' })
  })

  test('that never replies fails in time, and so does one that never ends its reply', async () => {
    const silent = await check({ greeting: null }, { signal: AbortSignal.timeout(100) })
    expect(findLast(silent.steps)).toMatchObject({ step: 'greeting', ok: false, detail: 'The server did not reply in time.' })
    for (const greeting of [`* OK ${'x'.repeat(3_000_000)}`, `* OK Ready\r\n${'\r\n'.repeat(1_500_000)}`]) {
      const endless = await check({ greeting })
      expect(findLast(endless.steps)).toMatchObject({ step: 'greeting', ok: false, detail: 'The server’s reply is too long.' })
    }
  })

  test('with an international folder encodes its name', async () => {
    const { sent } = await check({}, { folder: 'Gelöscht & alt', moveTo: 'Gelöscht' })
    expect(sent[2]).toBe('t3 EXAMINE "Gel&APY-scht &- alt"')
  })
})
