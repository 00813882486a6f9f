/**
 * The whole service inside the test's process: real HTTP on its own port, real PostgreSQL on a clone of the template. Its responses are
 * compared with the API description, and the statement audit checks its statements.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll } from 'vitest'
import { createVisitors, type WidgetOfTenant } from './visitors.ts'
import { createSkeinClient, type SkeinClient, type Thread } from '../../client/index.ts'
import { createApp, type AppOptions } from '../../server/app.ts'
import type { Config } from '../../server/config.ts'
import { makeKey, secondsPerDay } from '../../server/resources/api-keys/index.ts'
import { beginSession, hashPassword, storePassword, deriveTokens } from '../../server/resources/auth/index.ts'
import { rawMailName } from '../../server/resources/inbound-mails/accept/raw-file.ts'
import { startMailPort } from '../../server/resources/inbound-mails/index.ts'
import { modules } from '../../server/resources/index.ts'
import { createTenant } from '../../server/resources/tenants/index.ts'
import { makeLink } from '../../server/resources/users/index.ts'
import { startWorker, type Worker } from '../../server/worker.ts'
import type { Database } from '#platform/db.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { defaultMailGuards } from '#platform/mail-guards.ts'
import type { DeadlineOptions } from '#platform/http/deadlines.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { readDatabaseClock } from '#platform/postgres/keep-clock.ts'
import { sessionDefaults } from '#platform/postgres/session.ts'
import { defaultMailRetrySeconds } from '#platform/read-mail-settings.ts'
import { encodeSuffix, newId, parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import { createLog, type Log } from '#platform/log.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import type { Scope } from '#platform/principal.ts'
import type { ResolveHost } from '#platform/outbound/resolve-host.ts'
import { createSecrets } from '#platform/secrets.ts'
import { formMedia, openCaller, type Call } from './caller.ts'
import { clusterUrl } from './cluster.ts'
import type { TestConnection } from './global-setup.ts'
import { inspectResponse } from './inspect.ts'
import { openStatementAudit } from './statement-audit.ts'
import { cloneDatabase, type TestDatabase } from './test-database.ts'

export type TestServiceOptions = {
  /** By default, limits are too high to matter. */
  rateLimits?: Partial<Config['rateLimits']>
  config?: Partial<Omit<Config, 'mail' | 'mailIn'>> & { mail?: Partial<Config['mail']>; mailIn?: Partial<Config['mailIn']> }
  log?: Log
  /** Also starts a worker, which is notified of every write. */
  worker?: boolean
  /** Interval at which responses with `fixedTimes` are sent; by default they are sent immediately. */
  responseStepMs?: number
  /** Resolver for host names of webhooks, for the API and its workers. */
  resolveHost?: ResolveHost
  /** Time limits for receiving and handling a request. */
  deadlines?: DeadlineOptions
  /** Returns the connection through which the service reaches its database, such as a relay. */
  databaseAt?: (database: TestConnection) => Promise<TestConnection>
  /** The service's database; by default a clone of the migrated template. */
  database?: TestDatabase
  /** Opens the SMTP port on any free port. */
  mailPort?: boolean
  /** Reads and routes as on a cluster; by default only if the database is one. */
  isCluster?: boolean
  /** Called with every statement that the service sends. */
  onStatement?: (text: string, parameters: readonly unknown[]) => void
}

/** A node of the service. Like a separate process, it has its own memory and connections. */
export type TestNode = { baseUrl: string; port: number; mailPort: number | null; api: Call; stop(): Promise<void> }

export type TestTenant = {
  tenantId: Uuid
  slug: string
  /** Id in the API's form, like all ids here that are not of the type Uuid. */
  inboxId: string
  ownerId: string
  /** A key with the scope `admin`. */
  key: string
  /** Creates a key for the owner, or for `userId`. */
  keyFor(scopes: Scope[], options?: { lifeSeconds?: number; userId?: string }): Promise<{ id: string; key: string }>
  /** Returns the tokens of a new session for the owner, or for `userId`. */
  sessionFor(userId?: string): Promise<{ id: string; accessToken: string; refreshToken: string }>
  /** Starts a session of the tenant's one visitor of a website, and returns its token. */
  visitorToken(): Promise<string>
  /** Returns the inbox of the tenant's visitors. */
  widget(): Promise<WidgetOfTenant>
  /** Sets a user's password, as if the user had chosen it. */
  setPassword(userId: string, password: string): Promise<void>
  removeSecondFactor(userId: string): Promise<void>
  /** Returns the token of a new one-time link that opens an account. */
  linkFor(userId: string, purpose: 'INVITATION' | 'PASSWORD' | 'EMAIL'): Promise<string>
  /** Marks the tenant as having an empty sample company, or as having none. */
  setSampleCompany(state: 'LOADED' | null): Promise<void>
  /** Inserts a suspended mail, as if it had been received. Returns its id. */
  suspendMail(): Promise<string>
  /** Inserts a suspended item of a program, as if it had been posted. Returns its id. */
  suspendItem(): Promise<string>
  /** Inserts an unread notification of the owner. Returns its id. */
  notify(): Promise<string>
  /** Stores a run of an automation rule, as a worker does. Returns its id. */
  runRule(): Promise<string>
  /**
   * Calls the API with the tenant's key, and sends requests unmodified. Operations that accept no key are called in a new session of the
   * owner.
   */
  api: Call
  /** The published client with the tenant's key, for creating test data, and for testing what clients see. */
  skein: SkeinClient
}

export type TestService = TestNode & {
  config: Config
  connection: TestConnection
  /** Connection for reading rows, and for writes that no API has yet. The statement audit does not check its statements. */
  db: Database
  createTenant(slug?: string): Promise<TestTenant>
  /** Opens a tenant that the database already has. */
  openTenant(tenant: { tenantId: Uuid; slug: string; inboxId: Uuid; ownerId: Uuid }): Promise<TestTenant>
  /** Starts a second node on the same database, with its own memory. It stops with the service. */
  startNode(options?: TestServiceOptions): Promise<TestNode>
  /** Starts a worker with its own connections. It stops with the service at the latest. */
  startWorker(): Worker
}

/** Starts a service for all tests of a file, at the top level of the file. It stops after the last test. */
export async function setUpService(options?: TestServiceOptions): Promise<TestService> {
  const service = await startTestService(options)
  afterAll(() => service.stop())
  return service
}

/** Starts a service with one tenant for all tests of a file, like `setUpService`. */
export async function setUpTenant(
  options?: TestServiceOptions,
): Promise<{ service: TestService; tenant: TestTenant; readThread(id: string): Promise<Thread> }> {
  const service = await setUpService(options)
  const tenant = await service.createTenant()
  return { service, tenant, readThread: async (id) => (await tenant.skein.getThread({ path: { id } })).data }
}

/** Starts a service for one test. The test stops it, which also reports the findings of the statement audit. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = options.database ?? (await cloneDatabase())
  const connection = (await options.databaseAt?.(database.connection)) ?? database.connection
  const audit = await openStatementAudit(database.connection)
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-service-'))
  const config = testConfig(dataDir, options)
  const db = openDatabase({ connection: database.connection, max: 2, statementTimeoutMs: 0 })
  await readDatabaseClock(db)
  const secrets = createSecrets(config.secretKey)
  const nodes: TestNode[] = []
  const workers = new Set<Worker>()
  const outward = options.resolveHost ? { resolveHost: options.resolveHost } : {}
  const onWrite = (): void => {
    for (const worker of workers) worker.nudge()
  }

  const openPool = (max: number, { isCluster = clusterUrl !== null }: TestServiceOptions = options): Database =>
    openDatabase({
      connection,
      max,
      isCluster,
      onStatement(text, parameters) {
        audit.hear(text)
        options.onStatement?.(text, parameters)
      },
    })
  const startNode = async (own: TestServiceOptions = options): Promise<TestNode> => {
    const node = await listen(
      testConfig(dataDir, own),
      openPool(config.databasePoolSize, own),
      own.log ?? options.log ?? createLog('silent').log,
      { onWrite, responseStepMs: own.responseStepMs ?? 1, ...outward, ...(own.deadlines ? { deadlines: own.deadlines } : {}) },
    )
    nodes.push(node)
    return node
  }
  const openWorker = (): Worker => {
    const pool = openPool(4)
    const worker = startWorker(config, pool, options.log ?? createLog('silent').log, outward)
    let stopping: Promise<void> | null = null
    const own: Worker = {
      nudge: worker.nudge,
      stop: () =>
        (stopping ??= worker
          .stop()
          .then(() => pool.close())
          .finally(() => workers.delete(own))),
    }
    workers.add(own)
    return own
  }

  const first = await startNode()
  if (options.worker) openWorker()
  const service: TestService = {
    ...first,
    config,
    connection: database.connection,
    db,
    startNode,
    startWorker: openWorker,
    async createTenant(slug = `t-${randomBytes(5).toString('hex')}`) {
      return service.openTenant({ slug, ...(await createTenant(db, { slug, name: `Tenant ${slug}`, ownerEmail: 'owner@example.com' })) })
    },
    async openTenant({ tenantId, slug, inboxId, ownerId }) {
      const keyFor: TestTenant['keyFor'] = async (scopes, { lifeSeconds = secondsPerDay, userId } = {}) => {
        const person = userId === undefined ? ownerId : (parseTypeId('usr', userId) ?? '')
        const { id, key } = await db.transaction((tx) =>
          makeKey(tx, secrets, { tenantId, userId: person, name: scopes.join(' '), scopes, lifeSeconds }),
        )
        return { id: toTypeId('key', id), key }
      }
      const { key } = await keyFor(['admin'], { lifeSeconds: 4000 * secondsPerDay })
      const sessionFor: TestTenant['sessionFor'] = async (userId) => {
        const person = userId === undefined ? ownerId : (parseTypeId('usr', userId) ?? '')
        const from = { ip: '127.0.0.1', userAgent: null }
        const session = await db.transaction((tx) =>
          beginSession({ tx, effects: new CollectedEffects() }, { tenantId, userId: person }, from),
        )
        return { id: toTypeId('ses', session.id), ...deriveTokens(secrets, tenantId, session) }
      }
      const setPassword: TestTenant['setPassword'] = async (userId, password) => {
        const hash = await hashPassword(password, config.passwords)
        await db.transaction((tx) => storePassword(tx, { tenantId, userId: parseTypeId('usr', userId) ?? '', hash }))
      }
      const removeSecondFactor: TestTenant['removeSecondFactor'] = (userId) =>
        db.script(`delete from second_factors where tenant_id = '${tenantId}' and user_id = '${parseTypeId('usr', userId)}'`)
      const linkFor: TestTenant['linkFor'] = async (userId, purpose) => {
        const { data } = (await first.api<{ email: string; pendingEmail: string }>('GET', `/users/${userId}`, { key })).body
        const email = purpose === 'EMAIL' ? data.pendingEmail : data.email
        const link = { tenantId, userId: parseTypeId('usr', userId) ?? '', email, purpose, lifeSeconds: secondsPerDay }
        return (await db.transaction((tx) => makeLink(tx, secrets, link))).token
      }
      const setSampleCompany: TestTenant['setSampleCompany'] = async (state) => {
        await db.script(`delete from sample_companies where tenant_id = '${tenantId}'`)
        if (state === null) return
        await db.script(`insert into sample_companies (tenant_id, state, job_id) values ('${tenantId}', '${state}', '${newId()}')`)
      }
      const suspendMail: TestTenant['suspendMail'] = async () => {
        const id = newId()
        await db.script(`
          insert into inbound_mails (tenant_id, id, inbox_id, transport, outcome, cause, sender, size, envelope, processed_at, expires_at)
          values ('${tenantId}', '${id}', '${inboxId}', 'SMTP', 'SUSPENDED', 'AUTOMATIC', 'ada@example.com', 1, '{"mailFrom": null, "rcpt": []}', now(),
            now() + interval '30 days');
          update tenant_counters set inbound_mails = inbound_mails + 1 where tenant_id = '${tenantId}'`)
        const raw = `From: ada@example.com\r\nMessage-ID: <${id}@example.com>\r\nSubject: Absent\r\n\r\nI am away.\r\n`
        await getFileStore(config).write({ tenantId, name: rawMailName(id) }, Readable.from([Buffer.from(raw)]))
        return toTypeId('eml', id)
      }
      const suspendItem: TestTenant['suspendItem'] = async () => {
        const id = newId()
        const payload = { type: 'message.received', data: { externalId: id, from: { address: `u-${id}`, name: 'Ada' }, body: 'Hello' } }
        await db.script(`
          insert into inbound_items (tenant_id, id, inbox_id, provider, kind, outcome, cause, sender, external_id, payload, size, processed_at, expires_at)
          values ('${tenantId}', '${id}', '${inboxId}', 'CUSTOM', 'message.received', 'SUSPENDED', 'FLOOD', 'u-${id}', '${id}',
            convert_to('${JSON.stringify(payload)}', 'UTF8'), 1, now(), now() + interval '30 days');
          update tenant_counters set inbound_items = inbound_items + 1 where tenant_id = '${tenantId}'`)
        return toTypeId('itm', id)
      }
      const notify: TestTenant['notify'] = async () => {
        const id = newId()
        await db.script(`
          insert into notifications (tenant_id, id, user_id, type, count, event_ids, sequence, first_at, last_at, created_at, in_app, desktop)
          values ('${tenantId}', '${id}', '${ownerId}', 'ASSIGNED', 1, array['${newId()}'::uuid], 1, now(), now(), now(), true, true);
          insert into notification_counts as k (tenant_id, user_id, type, unread) values ('${tenantId}', '${ownerId}', 'ASSIGNED', 1)
          on conflict (tenant_id, user_id, type) do update set unread = k.unread + 1, version = k.version + 1`)
        return toTypeId('ntf', id)
      }
      const runRule: TestTenant['runRule'] = async () => {
        const id = newId()
        await db.script(`
          insert into automation_runs (tenant_id, id, rule_id, rule_version, thread_id, event_id, outcome, changes, actions, caused_event_ids, depth, duration_ms)
          values ('${tenantId}', '${id}', '${newId()}', 1, '${newId()}', '${newId()}', 'NO_EFFECT', '{"before": {}, "after": {}}', '[]', '{}', 1, 1)`)
        return toTypeId('rrn', id)
      }
      const visitors = createVisitors(first.api, key)
      const findCredential = async (method: string, path: string): Promise<string> => {
        if (isOf(({ scope }) => scope === 'visitor', method, path)) return visitors.token()
        return needsSession(method, path) ? (await sessionFor()).accessToken : key
      }
      const api: Call = async (method, path, call) =>
        first.api(method, path, { ...call, key: call !== undefined && 'key' in call ? call.key : await findCredential(method, path) })
      return {
        tenantId,
        slug,
        inboxId: toTypeId('inb', inboxId),
        ownerId: toTypeId('usr', ownerId),
        key,
        keyFor,
        sessionFor,
        visitorToken: visitors.token,
        widget: visitors.widget,
        setPassword,
        removeSecondFactor,
        linkFor,
        setSampleCompany,
        suspendMail,
        suspendItem,
        notify,
        runRule,
        api,
        skein: createSkeinClient({ baseUrl: first.baseUrl, apiKey: key }),
      }
    },
    async stop() {
      for (const worker of workers) await worker.stop()
      for (const node of nodes) await node.stop()
      await db.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      audit.report()
    },
  }
  return service
}

/** Whether a request is for an operation that accepts no API key. */
function needsSession(method: string, path: string): boolean {
  return isOf(({ scope }) => scope === 'session', method, path)
}

/** Returns the media type of a request's body if its operation takes no JSON. */
function mediaOf(method: string, path: string): string | null {
  const form = findOperations(method, path).find((endpoint) => endpoint.form !== undefined)?.form
  return form ? (form.media ?? formMedia) : null
}

/** Whether a request is for an operation of a kind. */
function isOf(kind: (endpoint: Endpoint) => boolean, method: string, path: string): boolean {
  return findOperations(method, path).some(kind)
}

/** Returns the operations whose path matches a request. */
function findOperations(method: string, path: string): Endpoint[] {
  const [bare = ''] = path.split('?')
  const candidates = endpointsByShape.get(getShape(method.replace('HEAD', 'GET'), bare)) ?? []
  return candidates.flatMap(({ endpoint, pattern }) => (pattern.test(bare) ? [endpoint] : []))
}

const getShape = (method: string, path: string): string => `${method} ${path.split('/').length}`

/** Grouped by method and number of segments, because the suite looks up two operations for each of a hundred thousand requests. */
const endpointsByShape = Map.groupBy(
  modules.flatMap(({ endpoints }) =>
    endpoints.map((endpoint) => ({ endpoint, pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) })),
  ),
  ({ endpoint: { method, path } }) => getShape(method, path),
)

const closedProvider = { authorizeUrl: 'http://127.0.0.1:1/auth', tokenUrl: 'http://127.0.0.1:1/token' }

function testConfig(
  dataDir: string,
  { rateLimits, config: { mail, mailIn, ...config } = {}, mailPort = false }: TestServiceOptions,
): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    baseUrl: new URL('http://localhost'),
    dashboardUrl: new URL('http://app.localhost'),
    dashboardPort: null,
    corsOrigins: [],
    mail: {
      smtpUrl: null,
      from: 'no-reply@skein.example',
      domain: 'localhost',
      // Most tests send from inboxes whose domains are not verified.
      requireSenderProof: false,
      retrySeconds: defaultMailRetrySeconds,
      stepTimeoutSeconds: 30,
      dataTimeoutSeconds: 600,
      allowedCidrs: ['127.0.0.0/8'],
      ...mail,
    },
    mailIn: {
      port: mailPort ? 0 : null,
      isPortGiven: true,
      host: '127.0.0.1',
      tls: null,
      lmtp: false,
      maxBytes: 41_943_040,
      pollSeconds: 60,
      trustedRelays: ['127.0.0.0/8', '::1/128'],
      guards: defaultMailGuards,
      ...mailIn,
    },
    // A closed port: DNS lookups fail immediately unless the test starts a DNS server.
    dnsServers: ['127.0.0.1:1'],
    // A closed port, unless the test starts the provider's API.
    providerApis: { TELEGRAM: { url: 'http://127.0.0.1:1', isOperators: true } },
    oauth: { GOOGLE: { clientId: 'client', clientSecret: 'client-secret', ...closedProvider }, MICROSOFT: null },
    dataDir,
    databaseUrl: null,
    // Fewer than in production, because each connection costs CPU time to read the catalogue and to plan statements.
    databasePoolSize: 4,
    // Longer than a busy machine needs until all concurrent requests of a test have arrived.
    databaseSession: { ...sessionDefaults, lockTimeoutMs: 20_000 },
    secretKey: 'a key that is known to everybody, for tests',
    secretKeyOrigin: { file: null, isNew: false },
    trustProxy: false,
    openapiPublic: false,
    docsPublic: true,
    metricsToken: null,
    redisUrl: null,
    // The minimum of argon2, because the suite computes many hashes.
    passwords: { memoryKiB: 8, passes: 1 },
    webhooks: {
      retrySeconds: [0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05],
      timeoutSeconds: 2,
      allowedCidrs: ['127.0.0.0/8', '::1/128'],
    },
    retentionDays: { events: 30, deliveries: 30 },
    ai: null,
    uploads: { location: { kind: 'disk', directory: join(dataDir, 'uploads') }, quotaBytes: 1_073_741_824, reserveBytes: 0 },
    logLevel: 'silent',
    ...config,
    rateLimits: {
      ipPerMinute: 1_000_000_000,
      tenantPerMinute: 1_000_000_000,
      authPerMinute: 1_000_000_000,
      visitsPerMinute: 1_000_000_000,
      visitors: {
        visitor: 1_000_000_000,
        visitorMessages: 1_000_000_000,
        inboxThreads: 1_000_000_000,
        threadsInTenMinutes: 1_000_000_000,
        filesInTenMinutes: 1_000_000_000,
      },
      ...rateLimits,
    },
  }
}

async function listen(config: Config, db: Database, log: Log, options: AppOptions): Promise<TestNode> {
  const http = createApp(config, db, log, options)
  await http.ready()
  await new Promise<void>((resolve) => http.server.listen(config.port, '127.0.0.1', resolve))
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = http.server.address() as AddressInfo
  const mail = await startMailPort({ config, db, log, secrets: createSecrets(config.secretKey), onWrite: options.onWrite ?? (() => {}) })
  const { call, close } = openCaller(port, inspectResponse, mediaOf)
  let stopped = false
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    mailPort: mail?.port ?? null,
    api: call,
    async stop() {
      if (stopped) return
      stopped = true
      close()
      await mail?.stop()
      http.server.close()
      http.server.closeAllConnections()
      await http.close()
      await db.close()
    },
  }
}

/** Returns a well-formed id that does not exist. */
export function randomIdSuffix(): string {
  const hex = randomBytes(16).toString('hex')
  return encodeSuffix(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`)
}
