import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message, Thread } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import { startTestService, type TestService, type TestTenant } from '../../test/support/service.ts'
import { createTestInstallation, type TestInstallation } from '../../test/support/skein-process.ts'
import { UsageError } from './command.ts'
import { openApiClient } from './api-client.ts'
import { companyCalls, companyThreads, seedCompany } from './seed-company.ts'
import { findSeededThreads, missingTurns, seedConversations, type SeedCounts, type Seeding } from './seed-conversations.ts'
import { readConversations, type Conversation } from './seed-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'skein-seed-'))
/** From MultiDoGO (Peskov et al., 2019; CDLA-Permissive 1.0); we added the blank turn and the capital letter in the domain. */
const lines = [
  {
    conversationId: '380d5668-f930-44f3-8b88-543f5db48924',
    domain: 'airline',
    turns: ['hi', 'i went to know my sent no', 'my name ramn booking confirmation kyf 176', 'ok', 'no thanks'],
  },
  {
    conversationId: '15540a21-bad9-4c82-a4f9-2a07194e2574',
    domain: 'Airline',
    turns: ['  ', 'i want to book for plane ticket', 'jesse', 'taxes to california'],
  },
  { conversationId: '009ab879-ab52-4507-979e-8bc92badecef', domain: 'airline', turns: ['higood morning'] },
].map(({ turns, ...rest }) => JSON.stringify({ ...rest, turns: turns.map((text, turn) => ({ turn, text, intent: 'contentonly' })) }))
const file = join(dir, 'conversations.jsonl')
writeFileSync(file, `${lines.join('\n')}\n`)
afterAll(() => rmSync(dir, { recursive: true }))

const nothing: SeedCounts = { threadsCreated: 0, threadsExisting: 0, messagesCreated: 0, messagesExisting: 0 }

describe('seeding through the API', () => {
  let service: TestService
  let tenant: TestTenant
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  const getClient = (signal = new AbortController().signal): Seeding => ({
    skein: openApiClient({ url: service.baseUrl, key: tenant.key }),
    signal,
  })
  const seed = async (conversations: Conversation[], client = getClient()): Promise<SeedCounts> => {
    const known = await findSeededThreads(client, conversations)
    return seedConversations(client, conversations, known, () => {})
  }
  const forgetResponses = (): Promise<unknown> =>
    service.db.rows(statement<{ tenantId: string }, object>('delete from idempotency_keys where tenant_id = :tenantId::uuid'), {
      tenantId: tenant.tenantId,
    })
  const getBodies = async (reference: string): Promise<string[]> => {
    const {
      body: {
        data: [thread],
      },
    } = await tenant.api<Thread[]>('GET', `/threads?externalRef=${reference}`)
    const {
      body: { data },
    } = await tenant.api<Message[]>('GET', `/threads/${thread?.id}/messages`)
    return data.map(({ body }) => body).toReversed()
  }

  it('creates a thread from each conversation, with its turns in order', async () => {
    tenant = await service.createTenant()
    const conversations = readConversations(file, Number.POSITIVE_INFINITY)
    expect(await seed(conversations)).toEqual({ ...nothing, threadsCreated: 3, messagesCreated: 6 })
    const {
      body: { data: threads, meta },
    } = await tenant.api<Record<string, unknown>[]>('GET', '/threads?sort=createdAt')
    expect(meta.total).toBe(3)
    expect(threads.find(({ externalRef }) => externalRef === '15540a21-bad9-4c82-a4f9-2a07194e2574')).toMatchObject({
      subject: 'i want to book for plane ticket',
      customer: { email: '15540a21-bad9-4c82-a4f9-2a07194e2574@example.com' },
      labels: [{ name: expect.stringMatching(/^airline$/i) }],
      messageCount: 3,
    })
    expect(await getBodies('380d5668-f930-44f3-8b88-543f5db48924')).toEqual([
      'hi',
      'i went to know my sent no',
      'my name ramn booking confirmation kyf 176',
      'ok',
      'no thanks',
    ])
  })

  it('creates nothing in a second run, even after the stored responses have expired', async () => {
    const conversations = readConversations(file, Number.POSITIVE_INFINITY)
    const existing = { ...nothing, threadsExisting: 3, messagesExisting: 6 }
    expect(await seed(conversations)).toEqual(existing)
    expect(missingTurns(conversations, await findSeededThreads(getClient(), conversations))).toBe(0)
    expect(await seedConversations(getClient(), conversations, new Map(), () => {}), 'without knowing what is there').toEqual(existing)
    await forgetResponses()
    expect(await seed(conversations)).toEqual(existing)
    expect(await seedConversations(getClient(), conversations, new Map(), () => {}), 'without knowing what is there').toEqual(existing)
  })

  it('continues where it was interrupted, regardless of what agents have written since', async () => {
    tenant = await service.createTenant()
    const conversations = readConversations(file, 1)
    const stop = new AbortController()
    let done = 0
    const interrupted = seedConversations(getClient(stop.signal), conversations, new Map(), () => {
      if (++done === 3) stop.abort()
    })
    await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' })
    const {
      body: {
        data: [thread],
      },
    } = await tenant.api<Thread[]>('GET', '/threads')
    await tenant.api('POST', `/threads/${thread?.id}/reply`, { body: { body: 'How can I help?' } })
    await forgetResponses()
    expect(await seed(conversations)).toEqual({ ...nothing, threadsExisting: 1, messagesExisting: 2, messagesCreated: 2 })
    expect((await getBodies('380d5668-f930-44f3-8b88-543f5db48924')).filter((body) => body !== 'How can I help?')).toEqual(
      conversations[0]?.texts,
    )
  })

  it('creates the sample company, once', async () => {
    tenant = await service.createTenant()
    let calls = 0
    const first = await seedCompany(getClient(), (by) => (calls += by))
    expect(calls).toBe(companyCalls)
    expect(first).toMatchObject({ threadsCreated: companyThreads, threadsExisting: 0, messagesExisting: 0 })
    const totals = async (): Promise<number[]> =>
      Promise.all(
        [
          '/threads',
          '/threads?status=open',
          '/threads?status=pending',
          '/threads?status=resolved',
          '/threads?status=closed',
          '/customers',
          '/inboxes',
          '/labels',
        ].map(async (path) => (await tenant.api('GET', path)).body.meta.total),
      )
    const before = await totals()
    expect(Math.min(...before)).toBeGreaterThanOrEqual(4)
    expect(before[0]).toBe(companyThreads)
    const second = { threadsCreated: 0, threadsExisting: companyThreads, messagesCreated: 0, messagesExisting: first.messagesCreated }
    expect(await seedCompany(getClient(), () => {})).toEqual(second)
    expect(await totals()).toEqual(before)
  })
})

describe('the file of conversations', () => {
  const read = (text: string): Conversation[] => {
    const odd = join(dir, 'odd.jsonl')
    writeFileSync(odd, text)
    return readConversations(odd, Number.POSITIVE_INFINITY)
  }
  it('skips blank lines, blank turns, empty conversations and invalid characters', () => {
    const turns = [{ text: ' ' }, { text: 'a\0b \ud800' }]
    expect(
      read(
        `\n${JSON.stringify({ conversationId: 'c1', domain: 'd', turns })}\n\n${JSON.stringify({ conversationId: 'c2', domain: 'd', turns: [] })}\n`,
      ),
    ).toEqual([{ reference: 'c1', domain: 'd', texts: ['ab \ufffd'] }])
  })
  it.each(['{', '[]', '{"conversationId":"c 1","domain":"d","turns":[]}', '{"conversationId":"c1","domain":"d","turns":[{"text":7}]}'])(
    'is refused with the line’s number: %s',
    (line) => {
      expect(() => read(`${lines[0]}\n${line}`)).toThrow(UsageError)
      expect(() => read(`${lines[0]}\n${line}`)).toThrow(/^Line 2 of /)
    },
  )
})

describe('the command', () => {
  let installation: TestInstallation
  beforeAll(async () => {
    installation = await createTestInstallation()
  })
  afterAll(() => installation.remove())

  it('starts a temporary service and creates acme when nothing is there yet', async () => {
    const { code, stdout, stderr } = await installation.run(['seed', '--tenant', 'acme', '--from', file, '--json'])
    expect(JSON.parse(stdout)).toEqual({
      tenant: 'acme',
      conversations: 3,
      threadsCreated: 3,
      threadsExisting: 0,
      messagesCreated: 6,
      messagesExisting: 0,
      seconds: expect.any(Number),
    })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `The tenant acme was created; its API key is in ${join(installation.dataDir, 'first-key')}.\n`,
    })
    expect(installation.postgresRuns()).toBe(false)
  })

  it('uses the running service with the given key, or with a temporary one', async () => {
    const service = await installation.serve()
    const byFile = await installation.run([
      'seed',
      '--tenant',
      'acme',
      '--from',
      file,
      '--json',
      '--url',
      service.url,
      '--key-file',
      join(installation.dataDir, 'first-key'),
    ])
    expect(JSON.parse(byFile.stdout)).toMatchObject({ threadsCreated: 0, threadsExisting: 3, messagesCreated: 0, messagesExisting: 6 })
    const byOwn = await installation.run(['seed', '--tenant', 'acme', '--url', service.url])
    expect(byOwn).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^acme: 25 threads and \d+ further messages were created in [\d.]+ s\.\n$/),
    })

    const key = readFileSync(join(installation.dataDir, 'first-key'), 'utf8')
    const { data } = await openApiClient({ url: service.url, key }).listApiKeys()
    expect(data.map(({ name, revokedAt }) => [name, revokedAt !== null])).toEqual([
      ['Seeding', true],
      ['Seeding', true],
      ['First key', false],
    ])
    service.signal('SIGTERM')
    await service.ended
  })

  it('says how to continue when it is interrupted, and leaves nothing running', async () => {
    const { child, output, ended } = installation.start(['seed', '--tenant', 'acme'], { RATE_LIMIT_IP_PER_MINUTE: '1', LOG_LEVEL: 'debug' })
    await expect.poll(() => output.stderr).toContain('"status":429')
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
    expect(stderr).toContain('Interrupted. Run the same command again to continue.\n')
    expect(installation.postgresRuns()).toBe(false)
  })
})
