/** The programs of the guide *Connect your own channel* lose nothing and double nothing. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signWebhook } from '#platform/outbound/sign-webhook.ts'
import { findFreePort } from './support/free-port.ts'
import { until } from './support/job-fixture.ts'
import { setUpService, type TestTenant } from './support/service.ts'

const examples = new URL('../docs/examples/', import.meta.url).pathname
const hasPython = spawnSync('python3', ['--version']).status === 0
const service = await setUpService({ worker: true })

describe.each([
  ['TypeScript', [process.execPath, join(examples, 'channel.ts')], true],
  [`Python${hasPython ? '' : ' (skipped: python3 is absent)'}`, ['python3', join(examples, 'channel.py')], hasPython],
] as const)('the program in %s', (_, [command, file], exists) => {
  let tenant: TestTenant
  let inboxId: string
  let url: string
  let env: Record<string, string>
  let directory: string
  let child: ChildProcess
  let printed: string

  async function start(): Promise<void> {
    printed = ''
    child = spawn(command, [file], { cwd: directory, env: { PATH: process.env.PATH ?? '', ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
    await until(() => printed.includes('Listening at'))
  }
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const rotate = async (): Promise<string> => (await tenant.skein.rotateInboxSecret({ path: { id: inboxId }, body: {} })).data.secret

  beforeEach(async () => {
    if (!exists) return
    tenant = await service.createTenant()
    directory = await mkdtemp(join(tmpdir(), 'skein-channel-'))
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}/`
    const { data } = await tenant.skein.createInbox({ body: { name: 'Chat', type: 'API', hook: { outboundUrl: url } } })
    inboxId = data.id
    const inboundUrl = new URL(new URL(data.hook?.inboundUrl ?? '').pathname, service.baseUrl).href
    env = { SKEIN_SECRET: await rotate(), SKEIN_INBOUND_URL: inboundUrl, PORT: String(port) }
    await start()
  })
  afterEach(async () => {
    if (!exists) return
    await kill()
    await rm(directory, { recursive: true })
  })

  const say = async (externalId: string, body: string): Promise<number> => {
    const message = { externalId, from: { address: 'ada-1', name: 'Ada' }, body }
    return (await fetch(`${url}customer`, { method: 'POST', body: JSON.stringify(message) })).status
  }
  const findThread = async (): Promise<string> => {
    let id: string | undefined
    await until(async () => (id = (await tenant.skein.listThreads({ query: { inboxId } })).data[0]?.id) !== undefined)
    return id ?? ''
  }
  const reply = async (threadId: string, body: string): Promise<string> =>
    (await tenant.skein.replyToThread({ path: { id: threadId }, body: { body } })).data.id
  const waitForState = (id: string, state: string): Promise<unknown> =>
    until(async () => (await tenant.skein.getMessage({ path: { id } })).data.delivery.state === state, 30_000)
  const deliver = (secret: string, body: string, id: string, timestamp = Math.floor(Date.now() / 1_000)): Promise<Response> => {
    const signature = signWebhook({ id, timestamp, body, secrets: [secret] })
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,AAAA ${signature}` }
    return fetch(url, { method: 'POST', headers, body })
  }

  it.runIf(exists)('passes messages on once, and sends and reports replies', async () => {
    expect(await say('m-1', 'The export is empty.')).toBe(202)
    const threadId = await findThread()
    expect(await say('m-1', 'The export is empty.'), 'a repeated message').toBe(202)
    expect(await say('m-2', 'Since Monday.')).toBe(202)
    await until(async () => (await tenant.skein.getThread({ path: { id: threadId } })).data.messageCount === 2)
    const id = await reply(threadId, 'We are looking into it.')
    await waitForState(id, 'DELIVERED')
    expect(printed.split('\n').slice(1, -1)).toEqual(['To ada-1: We are looking into it.'])
    expect((await tenant.skein.getMessage({ path: { id } })).data.delivery.providerId).toMatch(/^chat-dlv_/)
  })

  it.runIf(exists)('sends a repeated delivery once, also after a kill', async () => {
    const secret = env['SKEIN_SECRET'] ?? ''
    const body = JSON.stringify({ type: 'message.send', data: { deliveryId: 'dlv_1', to: { address: 'ada-1' }, bodyText: 'Hi' } })
    const first = await deliver(secret, body, 'dlv_1')
    expect([first.status, await first.json()]).toEqual([200, { externalId: 'chat-dlv_1' }])
    expect(await (await deliver(secret, body, 'dlv_1')).json()).toEqual({ externalId: 'chat-dlv_1' })
    expect(printed.split('\n').slice(1, -1)).toEqual(['To ada-1: Hi'])
    await kill()
    await start()
    expect(await (await deliver(secret, body, 'dlv_1')).json()).toEqual({ externalId: 'chat-dlv_1' })
    expect(printed.split('\n').slice(1, -1)).toEqual([])
  })

  it.runIf(exists)('refuses what Skein has not signed, and takes what it does not know', async () => {
    const secret = env['SKEIN_SECRET'] ?? ''
    const body = JSON.stringify({ type: 'channel.test', data: { inboxId } })
    expect((await deliver(secret, body, 'dlv_1')).status).toBe(200)
    expect((await deliver(`whsec_${'A'.repeat(44)}`, body, 'dlv_1')).status).toBe(401)
    expect((await deliver(secret, body, 'dlv_1', Math.floor(Date.now() / 1_000) - 301)).status).toBe(401)
    expect((await fetch(url, { method: 'POST', body })).status).toBe(401)
    expect(printed.split('\n').slice(1, -1)).toEqual([])
  })

  it.runIf(exists)('works with the old secret and the new one while a rotation overlaps', async () => {
    const secret = await rotate()
    expect(await say('m-1', 'Hi')).toBe(202)
    const threadId = await findThread()
    await waitForState(await reply(threadId, 'One'), 'DELIVERED')
    await kill()
    env = { ...env, SKEIN_SECRET: secret }
    await start()
    expect(await say('m-2', 'Hi again')).toBe(202)
    await waitForState(await reply(threadId, 'Two'), 'DELIVERED')
  })
})

it('the programs have at most 60 lines', () => {
  for (const name of ['channel.ts', 'channel.py'])
    expect(readFileSync(join(examples, name), 'utf8').trimEnd().split('\n').length, name).toBeLessThanOrEqual(60)
})
