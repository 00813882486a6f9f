/** `listen` and `receive` as processes that are connected to a service and to each other. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSkeinClient } from '../../client/index.ts'
import { newWebhookSecret, webhookHeaders } from '#platform/outbound/sign-webhook.ts'
import { createTestInstallation, type TestInstallation } from '../../test/support/skein-process.ts'
import { listen } from './listen.ts'
import { receive } from './receive.ts'
import { takesAtMost } from '../../test/support/stalls.ts'
import { findFreePort } from '../../test/support/free-port.ts'

type Started = ReturnType<TestInstallation['start']>
type ReceivedLine = { status: number; outcome: string; reason?: string; event?: { id: string; type: string; sequence: number } }
type ListenedLine = { event: { id: string; sequence: number; type: string }; forwarded: { status: number | null } | null }

let installation: TestInstallation
let port: number
let service: Started
beforeAll(async () => {
  installation = await createTestInstallation()
  port = await findFreePort()
  service = await startService()
})
afterAll(() => installation.remove())

async function startService(): Promise<Started> {
  const started = installation.start(['start'], {
    PORT: String(port),
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_SECONDS: '0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1',
  })
  await printed(started, /^Skein serves/m)
  return started
}

/** Waits until the process has printed a match, and returns its first group. */
async function printed({ output, child }: Started, pattern: RegExp, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  await vi.waitFor(
    () => {
      if (!pattern.test(output[stream]))
        throw new Error(`${child.exitCode === null ? 'Not yet' : 'Ended'}: ${output.stdout}${output.stderr}`)
    },
    { timeout: 60_000, interval: 20 },
  )
  return pattern.exec(output[stream])?.[1] ?? ''
}
// Safe because with --json each line is such an object.
const getLines = <Line>({ output }: Started): Line[] =>
  output.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
const key = (): string => readFileSync(join(installation.dataDir, 'first-key'), 'utf8').trim()

const skein = () => createSkeinClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key() })
const createThread = (title: string) =>
  skein().createThread({ body: { title, body: 'It does not work.', requester: { email: 'ada@example.com' } } })

async function stopCleanly(started: Started): Promise<void> {
  started.child.kill('SIGINT')
  const { code, stderr } = await takesAtMost(8_000, () => started.ended)
  expect({ code, stderr: stderr.replaceAll(/^\{.*\n/gm, '') }).toEqual({ code: 0, stderr: '' })
}

describe('receive', () => {
  it('receives a webhook’s deliveries: fails as requested, gets a retry, then accepts', async () => {
    const { data } = await skein().createWebhook({ body: { url: 'http://127.0.0.1:9/', events: ['thread.created', 'webhook.test'] } })
    const receiver = installation.start([
      'receive',
      '--port',
      '0',
      '--secret',
      JSON.stringify({ data }),
      '--fail',
      '1',
      '--status',
      '503',
      '--json',
    ])
    const url = await printed(receiver, /"url":"([^"]+)"/)
    await skein().updateWebhook({ path: { id: data.id }, body: { url } })
    await createThread('First')
    await expect.poll(() => getLines<ReceivedLine>(receiver).filter(({ outcome }) => outcome === 'accepted').length).toBe(1)
    const [, failed, accepted] = getLines<ReceivedLine>(receiver)
    expect([failed?.status, failed?.outcome]).toEqual([503, 'failed as requested'])
    expect([accepted?.status, accepted?.event?.type, accepted?.event?.id]).toEqual([204, 'thread.created', failed?.event?.id])
    await skein().deleteWebhook({ path: { id: data.id } })
    await stopCleanly(receiver)
  })

  it('refuses forged and old deliveries, and recognises duplicates', async () => {
    const secret = newWebhookSecret()
    const receiver = installation.start(['receive', '--port', '0', '--secret', secret])
    const url = await printed(receiver, /^Receiving at (\S+)\n/)
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'thread.created',
      data: { object: { subject: 'Größe “M”\x1b[2J fehlt, und das seit Montag, ohne dass jemand etwas sagt' } },
    })
    const seconds = Math.floor(Date.now() / 1000)
    const send = async (sent: string, timestamp = seconds, signedWith = secret): Promise<number> =>
      (await fetch(url, { method: 'POST', headers: webhookHeaders({ id: 'evt_1', timestamp, body, secrets: [signedWith] }), body: sent }))
        .status
    expect([
      await send(`${body} `),
      await send(body, seconds - 301),
      await send(body, seconds, newWebhookSecret()),
      await send(body),
      await send(body),
    ]).toEqual([400, 400, 400, 204, 204])
    await expect
      .poll(() => receiver.output.stdout.split('\n').slice(1))
      .toEqual([
        expect.stringMatching(/^\d\d:\d\d:\d\d {2}→ 400 {2}\(wrong_signature\)$/),
        expect.stringMatching(/→ 400 {2}\(timestamp_out_of_range\)$/),
        expect.stringMatching(/→ 400 {2}\(wrong_signature\)$/),
        expect.stringMatching(
          /^\d\d:\d\d:\d\d {2}thread\.created {12}evt_1 {2}“Größe “M” \[2J fehlt, und das seit Montag, ohne d…” {2}→ 204$/,
        ),
        expect.stringMatching(/→ 204 {2}\(again\)$/),
        '',
      ])
    await stopCleanly(receiver)
  })
})

describe('listen', () => {
  it('forwards each signed event once and in order across a restart of the service', async () => {
    const secret = newWebhookSecret()
    const receiver = installation.start(['receive', '--port', '0', '--secret', secret, '--json'])
    const url = await printed(receiver, /"url":"([^"]+)"/)
    const listener = installation.start(['listen', '--forward', url, '--secret', secret, '--json'], { PORT: String(port) })
    await printed(listener, /^Listening to http:\/\/localhost:\d+, forwarding to http:\/\/127\.0\.0\.1:\d+\/\n$/, 'stderr')
    const before = (await skein().listEvents()).meta.total
    for (let i = 0; i < 5; i++) await createThread(`Before ${i}`)

    await expect.poll(() => getLines<ListenedLine>(listener).length).toBeGreaterThan(0)
    service.child.kill('SIGTERM')
    // An open stream does not delay the shutdown.
    expect((await takesAtMost(5_000, () => service.ended)).code).toBe(0)
    service = await startService()
    for (let i = 0; i < 5; i++) await createThread(`After ${i}`)

    const { total } = (await skein().listEvents()).meta
    const expected = Array.from({ length: total - before }, (_, i) => before + 1 + i)
    await expect.poll(() => getLines<ReceivedLine>(receiver).filter(({ event }) => event).length).toBe(expected.length)
    expect(
      getLines<ReceivedLine>(receiver).flatMap(({ event, outcome }) => (event && outcome === 'accepted' ? [event.sequence] : [])),
    ).toEqual(expected)
    await expect.poll(() => getLines<ListenedLine>(listener).map(({ event }) => event.sequence)).toEqual(expected)
    expect(new Set(getLines<ListenedLine>(listener).map(({ forwarded }) => forwarded?.status))).toEqual(new Set([204]))
    listener.child.kill('SIGINT')
    const { code, stderr } = await listener.ended
    expect([code, stderr.split('\n').slice(1)]).toEqual([
      0,
      ['The stream was interrupted; it continues after the last event when the service is back.', 'The stream is connected again.', ''],
    ])
    await stopCleanly(receiver)
  })

  it('prints requested types with a temporary key, which it revokes at the end', async () => {
    const listener = installation.start(['listen', '--tenant', 'acme', '--types', 'thread.created', '--forward', 'http://127.0.0.1:9/'], {
      PORT: String(port),
    })
    const secret = await printed(listener, /Signed with (whsec_\S+)\n/)
    expect(secret).toHaveLength(50)
    await createThread('Shown')
    await printed(listener, /^\d\d:\d\d:\d\d {2}thread\.created {12}evt_\w{26} {2}“Shown” {2}→ \S.* \d+ ms$/m)
    expect(listener.output.stdout).not.toContain('message.created')
    await stopCleanly(listener)
    const { data } = await skein().listApiKeys()
    expect(data.filter(({ name }) => name === 'Listening').map(({ revokedAt }) => revokedAt)).toEqual([expect.any(String)])

    const again = installation.start(['listen', '--forward', 'http://127.0.0.1:9/'], { PORT: String(port) })
    expect(await printed(again, /Signed with (whsec_\S+)\n/), 'the same secret in each run').toBe(secret)
    await stopCleanly(again)
  })

  it('shows the values before a change, and uses colours only where supported', async () => {
    const listeners = [{}, { FORCE_COLOR: '1' }].map((env) =>
      installation.start(['listen', '--types', 'thread.status_changed'], { PORT: String(port), ...env }),
    )
    for (const listener of listeners) await printed(listener, /^Listening to/m)
    const { data } = await createThread('Changed')
    await skein().updateThread({ path: { id: data.threadId }, body: { status: 'resolved' } })
    const [plain, coloured] = listeners
    if (!plain || !coloured) throw new Error('Expected two lines')
    await printed(plain, /^\d\d:\d\d:\d\d {2}thread\.status_changed {5}evt_\w{26} {2}“Changed” {2}status: open → resolved/m)
    await printed(coloured, /status: \p{Cc}\[31mopen\p{Cc}\[39m → \p{Cc}\[32mresolved\p{Cc}\[39m/u)
    for (const listener of listeners) await stopCleanly(listener)
    expect(plain.output.stdout).not.toContain('\x1b')
  })

  it('reports errors', async () => {
    const unauthorised = await installation.run(['listen'], { PORT: String(port), SKEIN_API_KEY: 'svck_wrong' })
    expect([unauthorised.code, unauthorised.stderr]).toEqual([1, expect.stringMatching(/responded with 401: /)])
    const unknownType = await installation.runHere(['listen', '--types', 'thread.flown'], { PORT: String(port) })
    expect([unknownType.code, unknownType.stderr]).toEqual([
      1,
      expect.stringMatching(/responded with 400: [^]*\ntypes has no event types named thread\.flown\n$/),
    ])
    const absent = await installation.runHere(['listen', '--url', 'http://127.0.0.1:9'], { SKEIN_API_KEY: key() })
    expect([absent.code, absent.stderr]).toEqual([1, 'No Skein responds at http://127.0.0.1:9.\n'])
  })

  it('reports a response that is not a stream', async () => {
    const responses = [
      { status: 429, type: 'application/json', body: '{"error":{"message":"Too many open streams."}}' },
      { status: 503, type: 'text/plain', body: 'Back soon' },
      { status: 200, type: 'text/html', body: '<html>' },
    ]
    const server = createHttpServer((_req, res) => {
      const { status, type, body } = responses.shift() ?? { status: 500, type: 'text/plain', body: 'Asked again' }
      res.writeHead(status, { 'content-type': type }).end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe because address() returns an AddressInfo for a server that listens on a port.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const said: string[] = []
    for (let runs = responses.length; runs > 0; runs--)
      said.push((await installation.runHere(['listen', '--url', url], { SKEIN_API_KEY: key() })).stderr)
    server.close()
    expect(said).toEqual(
      ['429: Too many open streams.', '503: Back soon', 'something other than an event stream.'].map(
        (why) => `${url}/api/v1/events/stream responded with ${why}\n`,
      ),
    )
  })
})

describe('bad arguments', () => {
  const secret = newWebhookSecret()
  it.each([
    [receive, ['--port', '4000'], '--secret must be given.'],
    [receive, ['--port', 'x', '--secret', secret], '--port must be a number from 0 to 65535, not "x".'],
    [receive, ['--port', '0', '--secret', secret, '--fail-rate', '2'], '--fail-rate must be a number from 0 to 1, not "2".'],
    [receive, ['--port', '0', '--secret', secret, '--fail', '1', '--fail-rate', '0.5'], '--fail and --fail-rate exclude each other.'],
    [
      receive,
      ['--port', '0', '--secret', 'whsec_short'],
      '--secret must be whsec_ followed by base64, as in the response of POST /webhooks, not: whsec_short',
    ],
    [
      receive,
      ['--port', '0', '--secret', '{"error":{}}'],
      '--secret must be whsec_ followed by base64, as in the response of POST /webhooks, not: {"error":{}}',
    ],
    [listen, ['--secret', secret], '--secret needs --forward.'],
    [listen, ['--forward', 'localhost:80'], '--forward must be an address such as http://localhost:8080/hooks, not "localhost:80".'],
    [listen, ['--forward', 'http://ada:pw@localhost'], '--forward must not contain a user name or password: webhook URLs must not either.'],
    [
      listen,
      ['--forward', 'http://localhost', '--secret', 'whsec_'],
      '--secret must be whsec_ followed by the base64 of at least 16 bytes.',
    ],
    [listen, ['--tenant', 'acme', '--key-file', 'x'], '--tenant and --key-file exclude each other: a key belongs to one tenant.'],
  ])('%#', (command, args, sentence) => {
    expect(() => command.prepare(args)).toThrow(expect.objectContaining({ message: sentence }))
  })
})
