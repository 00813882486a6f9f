/**
 * `npm run earlier-state -- COMMIT [NAME]`: stores a database of a version, with rows of every kind, for `test/earlier-states.test.ts`.
 *
 * It checks the commit out below the temporary directory, installs its packages, starts that service, sends every write operation of its
 * API description, and saves a backup. First it runs a worker, so that background work leaves its rows; then none, so that jobs, deliveries
 * and mails are pending when the later version starts.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { openCaller, type Call } from '../support/caller.ts'
import { createVisitors } from '../support/visitors.ts'
import type { ArrangingTenant } from '../guarantees/arrange.ts'
import { password } from '../guarantees/arrangements.ts'
import { RequestMaker, writeOperationsOf, type ApiDescription, type WriteOperation } from './document-requests.ts'
import { secretKey, writeState, type SentRequest } from './state.ts'

const root = new URL('../..', import.meta.url).pathname
const tenantSlug = 'acme'

/** Operations whose requests this program cannot set up, each with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  authorizeInbox: 'needs a client of an identity provider',
  confirmEmail: 'the token is in a mail',
  releaseInboundMail: 'a worker makes the object',
  discardInboundMail: 'as well',
  batchInboundMails: 'as well',
  updateNotification: 'as well',
}

/** Tables that requests leave empty, with what would fill them. */
const emptyTables: Readonly<Record<string, string>> = {
  automatic_replies: 'mails from outside, which an inbox replies to',
  automation_mails: 'mails that rules have sent',
  automation_rule_threads: 'times at which rules have run',
  automation_rule_times: 'as well',
  inbox_connections: 'a mailbox',
  kb_article_counts: 'visitors of the help centre',
  kb_missed_searches: 'as well',
  kb_votes: 'as well',
  notification_mailings: 'mails of notifications, which users choose',
  proved_domains: 'records in the DNS',
  rebuilt_facts: 'a rebuild of reports that has not ended',
  rebuilt_thread_measures: 'as well',
  thread_mail_keys: 'replies by mail with a reply address of the thread',
}

const [commit, name = commit] = process.argv.slice(2)
if (commit === undefined || name === undefined) {
  console.error('Usage: npm run earlier-state -- COMMIT [NAME]')
  process.exit(1)
}
const checkout = checkOut(commit)
const dataDir = mkdtempSync(join(tmpdir(), 'skein-earlier-data-'))
const receiver = await openReceiver()
function checkOut(wanted: string): string {
  const directory = join(tmpdir(), `skein-earlier-${wanted}`)
  if (!existsSync(directory)) execFileSync('git', ['worktree', 'add', '--detach', directory, wanted], { cwd: root, stdio: 'inherit' })
  if (!existsSync(join(directory, 'node_modules')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' })
  return directory
}

async function fill(): Promise<SentRequest[]> {
  // Safe because the file is the API description.
  const description = JSON.parse(readFileSync(join(checkout, 'openapi.json'), 'utf8')) as ApiDescription
  const operations = writeOperationsOf(description).filter(({ operationId }) => !(operationId in leftOut))
  await withService('start', async (url) => {
    // Signing in leaves no work for a worker.
    await sendAll(
      url,
      operations.filter(({ caller }) => caller === 'key'),
      'first',
    )
    // During this time, the worker delivers webhooks, writes exports, and writes mails to files.
    await sleep(20_000)
  })
  return withService('serve', (url) => sendAll(url, operations, 'second'))
}

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    PORT: '0',
    MAIL_IN_PORT: '0',
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    RATE_LIMIT_IP_PER_MINUTE: '1000000',
    RATE_LIMIT_TENANT_PER_MINUTE: '1000000',
    RATE_LIMIT_AUTH_PER_MINUTE: '1000000',
  }
}

/** Runs a command in a checkout. */
function run(directory: string, args: readonly string[]): string {
  const node = join(directory, 'node_modules/.bin/node')
  return execFileSync(existsSync(node) ? node : process.execPath, ['server/main.ts', ...args], {
    cwd: directory,
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function withService<Result>(command: 'start' | 'serve', work: (url: string) => Promise<Result>): Promise<Result> {
  const node = join(checkout, 'node_modules/.bin/node')
  const child: ChildProcess = spawn(existsSync(node) ? node : process.execPath, ['server/main.ts', command], {
    cwd: checkout,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (text: Buffer) => (output += text.toString('utf8')))
  const address = (): string | undefined => /^Skein serves (?:.*here: )?(http:\/\/[^\s)]+)/m.exec(output)?.[1]
  const ended = once(child, 'exit')
  try {
    for (let url = address(); ; url = address()) {
      if (url !== undefined) return await work(url)
      if (child.exitCode !== null) throw new Error(`The service of ${commit} ended with ${child.exitCode}`)
      await sleep(50)
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

function firstKey(): string {
  return readFileSync(join(dataDir, 'first-key'), 'utf8').trim()
}

/** Sends a request for every variant of every write operation. Throws when one is refused. */
async function sendAll(url: string, operations: readonly WriteOperation[], round: string): Promise<SentRequest[]> {
  const media = operations.flatMap(({ method, path, media: type }) =>
    type === undefined || type === 'application/json'
      ? []
      : [{ method, type, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }],
  )
  const { call, close } = openCaller(
    Number(new URL(url).port),
    () => undefined,
    (method, path) => media.find((one) => one.method === method && one.pattern.test(path))?.type ?? null,
  )
  const key = firstKey()
  const api: Call = (method, path, options) => call(method, path, { key, ...options })
  const requests: SentRequest[] = []
  const refused: string[] = []
  for (const operation of operations) {
    for (const body of operation.bodies) {
      const person = operation.caller === 'key' ? null : await makeUser(api)
      try {
        const maker = new RequestMaker(operations, arrangingTenant(api, person), {
          find: (prefix) => findObject(api, prefix, person),
          replaceUrl: (given) => given.replace(/^https:\/\/[^/]+/, receiver.url),
        })
        const request = await maker.prepare(operation, await suitable(body, maker, api))
        const idempotencyKey = `${round}-${operation.operationId}-${requests.length}`
        const credential = operation.caller === 'session' ? person?.accessToken : operation.caller === 'key' ? key : undefined
        const { status, text } = await call(request.method, request.path, {
          key: credential,
          body: request.body,
          headers: { 'idempotency-key': idempotencyKey },
        })
        const userId = operation.caller === 'session' ? (person?.id ?? null) : null
        requests.push({ operationId: operation.operationId, ...request, idempotencyKey, userId, status, text })
        if (status >= 300)
          refused.push(
            `${operation.operationId}: ${status} ${text.slice(0, 600)}\n  ${request.method} ${request.path} ${JSON.stringify(request.body)}`,
          )
      } catch (error) {
        refused.push(`${operation.operationId}: ${String(error)}`)
      }
    }
  }
  close()
  if (refused.length > 0) throw new Error(`Refused requests:\n${refused.join('\n')}`)
  return requests
}

/** Completes a body: a batch must contain the number of threads that its filter matches. */
async function suitable(body: unknown, maker: RequestMaker, api: Call): Promise<unknown> {
  if (typeof body !== 'object' || body === null || !('expectedTotal' in body)) return body
  const thread = await api<{ customer: { id: string } }>('GET', `/threads/${await maker.make('thr')}`)
  return { ...body, filter: { customerId: thread.body.data.customer.id }, expectedTotal: 1 }
}

type Person = { id: string; email: string; accessToken: string; refreshToken: string }

let personCount = 0

/** Creates a user with a password and a session. */
async function makeUser(api: Call): Promise<Person> {
  const invited = { name: 'Grace Hopper', email: `person${Date.now()}-${++personCount}@example.com`, role: 'ADMIN' }
  const { id } = (await api<{ id: string }>('POST', '/users', { body: invited })).body.data
  await setPassword(api, invited.email)
  return { id, email: invited.email, ...(await signIn(api, invited.email)) }
}

async function setPassword(api: Call, email: string): Promise<void> {
  const { token, path } = makeLink(email)
  const { status, text } = await api('POST', path, { key: undefined, body: { token, password } })
  if (status >= 300) throw new Error(`No password was set: ${status} ${text}`)
}

/** Creates a link to choose a password. Returns its token and the operation that accepts it. */
function makeLink(email: string): { token: string; path: string } {
  // Safe because the command prints this shape.
  const { url } = JSON.parse(run(checkout, ['user', 'sign-in-link', '--tenant', tenantSlug, '--email', email, '--json'])) as { url: string }
  return {
    token: new URL(url).hash.split('=').at(-1) ?? '',
    path: url.includes('accept-invitation') ? '/auth/accept-invitation' : '/auth/reset',
  }
}

async function signIn(api: Call, email: string): Promise<{ accessToken: string; refreshToken: string }> {
  const body = { tenant: tenantSlug, email, password }
  return (await api<{ accessToken: string; refreshToken: string }>('POST', '/auth/login', { key: undefined, body })).body.data
}

function arrangingTenant(api: Call, person: Person | null): ArrangingTenant {
  const emailOf = async (id: string): Promise<string> => (await api<{ email: string }>('GET', `/users/${id}`)).body.data.email
  return {
    slug: tenantSlug,
    ownerId: person?.id ?? '',
    // Operations that accept only sessions are called in the session of this request's user.
    api: (method, path, options) =>
      api(method, path, { ...(person && path.startsWith('/auth/') ? { key: person.accessToken } : {}), ...options }),
    sessionFor: async () => ({ id: '', ...(await signIn(api, person?.email ?? '')) }),
    async setPassword(id) {
      if (id !== person?.id) await setPassword(api, await emailOf(id))
    },
    // Each request has a separate user.
    removeSecondFactor: async () => undefined,
    linkFor: async (id) => makeLink(await emailOf(id)).token,
    setSampleCompany: async () => undefined,
    // Mails and items do not arrive through the API.
    suspendMail: () => Promise.resolve('eml_01k2w3t5q7e0r9vbx4m6n8h2dz'),
    suspendItem: () => Promise.resolve('itm_01k2w3t5q7e0r9vbx4m6n8h2dz'),
    notify: () => Promise.resolve('ntf_01k2w3t5q7e0r9vbx4m6n8h2dz'),
    runRule: () => Promise.resolve('rrn_01k2w3t5q7e0r9vbx4m6n8h2dz'),
    widget: createVisitors(api).widget,
  }
}

const listOfPrefix: Readonly<Record<string, string>> = { dlv: '/webhook-deliveries' }

async function findObject(api: Call, prefix: string, person: Person | null): Promise<string> {
  if (prefix === 'ses' && person) {
    await signIn(api, person.email)
    const { body } = await api<{ id: string; current: boolean }[]>('GET', '/auth/sessions', { key: person.accessToken })
    return body.data.find(({ current }) => !current)?.id ?? ''
  }
  if (prefix === 'usr') return (await api<{ user: { id: string } }>('GET', '/me')).body.data.user.id
  const path = listOfPrefix[prefix]
  if (path === undefined) throw new Error(`Nothing makes or lists objects with the prefix ${prefix}.`)
  const { body } = await api<{ id: string }[]>('GET', path)
  return body.data[0]?.id ?? ''
}

/** Opens a webhook receiver that rejects every third delivery. */
async function openReceiver(): Promise<{ url: string; close(): void }> {
  let count = 0
  const http = createServer((request, response) => {
    request.resume()
    response.writeHead(++count % 3 === 0 ? 500 : 204).end()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void http.close().closeAllConnections() }
}

function getRows(backup: Buffer): Record<string, number> {
  const lines = backup.toString('utf8').trimEnd().split('\n')
  // Safe because a backup ends with this line.
  return (JSON.parse(lines.at(-1) ?? '') as { end: { rows: Record<string, number> } }).end.rows
}

try {
  const requests = await fill()
  const facts = { commit, tenantSlug, apiKey: firstKey(), requests }
  const file = join(dataDir, 'backup.gz')
  run(root, ['backup', '--to', file])
  const backup = gunzipSync(readFileSync(file))
  writeState(name, facts, backup)
  const rows = getRows(backup)
  const empty = Object.keys(rows).filter((table) => rows[table] === 0 && !(table in emptyTables))
  console.log(`${facts.requests.length} requests and ${Object.values(rows).reduce((sum, n) => sum + n, 0)} rows kept as ${name}.`)
  if (empty.length > 0) console.warn(`No rows in ${empty.join(', ')}: add requests to make.ts, or the reason to emptyTables.`)
} finally {
  receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
}
