/** Reads the configuration; no other module reads the environment. Checks every setting at start and reports each invalid one. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { getFileLocation, type FileLocation } from '#platform/files/location.ts'
import { sessionDefaults, type ConfiguredSession } from '#platform/postgres/session.ts'
import type { RateLimits } from '#platform/http/rate-limit.ts'
import { readDnsServers, readMail, readMailIn, type MailInSettings, type MailSettings } from '#platform/read-mail-settings.ts'
import { readOauth, type OauthSettings } from '#platform/read-oauth-settings.ts'
import { readProviderApis, type ProviderApis } from '#platform/read-provider-apis.ts'
import { readCidrs, readHostUrl, readModel, readOrigins, readToken, readUrl, type ModelSettings } from '#platform/read-settings.ts'

/** Seconds before the second to tenth attempts of a webhook delivery (contract, section 7). */
export const defaultRetrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** The cost of a password hash: its memory, and the number of passes over that memory. */
export type HashCost = { memoryKiB: number; passes: number }

/** The cost that OWASP recommends for argon2id. */
export const defaultPasswordCost: HashCost = { memoryKiB: 19_456, passes: 2 }

export type Config = {
  port: number
  host: string
  /** The URL of the API. Its host name distinguishes the API host from tenant hosts. */
  baseUrl: URL
  /** The URL of the dashboard, for links in mails. */
  dashboardUrl: URL
  /** A port that serves only the dashboard, for installations reached by an IP address; null for none. */
  dashboardPort: number | null
  /** Origins whose pages may call the API in addition to the dashboard's; `*` for all. */
  corsOrigins: readonly string[]
  mail: MailSettings
  mailIn: MailInSettings
  /** Name servers, with ports, for DNS records about mail; null for the system's. */
  dnsServers: readonly string[] | null
  /** OAuth applications with which tenants sign in to Google and Microsoft mailboxes. */
  oauth: OauthSettings
  /** APIs of messengers. */
  providerApis: ProviderApis
  dataDir: string
  /** Null for the embedded database. */
  databaseUrl: string | null
  databasePoolSize: number
  /** Session settings that the nodes of a Citus cluster do not inherit. */
  databaseSession: ConfiguredSession
  secretKey: string
  /** The file with the secret key (null if SECRET_KEY is set), and whether this process created it. */
  secretKeyOrigin: { file: string | null; isNew: boolean }
  passwords: HashCost
  rateLimits: RateLimits
  /** The Redis in which several processes share the counters of rate limits; null if each process counts for itself. */
  redisUrl: string | null
  webhooks: {
    /** Seconds before the second to tenth attempts of a delivery. */
    retrySeconds: readonly number[]
    timeoutSeconds: number
    /** Address ranges that webhooks may reach although they are not public. */
    allowedCidrs: readonly string[]
  }
  retentionDays: { events: number; deliveries: number }
  /** The language model for tenants that have not configured their own; null for none. */
  ai: ModelSettings | null
  uploads: {
    location: FileLocation
    /** Maximum bytes of all files of a tenant. */
    quotaBytes: number
    /** Bytes that uploads leave free on their disk, which is usually the database's disk, too. */
    reserveBytes: number
  }
  trustProxy: boolean
  openapiPublic: boolean
  /** Whether the API reference, the guides and /openapi.json are served. */
  docsPublic: boolean
  /** Token with which callers on other machines may read /metrics; null to allow none. */
  metricsToken: string | null
  logLevel: string
}

declare module './platform/settings.ts' {
  interface Settings extends Config {}
}

/** The data directory if DATA_DIR is not set, relative to the current directory. */
export const defaultDataDir = './data'
/** The file in DATA_DIR with the API key of the tenant that the first start creates. */
export const firstKeyName = 'first-key'

/** Returns options of `createSafeFetch` for requests to URLs given by tenants. */
export function toOutboundOptions({ webhooks }: Config): { allowedCidrs: readonly string[]; timeoutMs: number } {
  return { allowedCidrs: webhooks.allowedCidrs, timeoutMs: webhooks.timeoutSeconds * 1000 }
}

/** The configuration is invalid. The message has one sentence for each problem. */
export class ConfigError extends Error {}

/** Returns the API key that `seed` and `listen` call the API with; null if it is not set. */
export function readApiKey(env: Environment = process.env): string | null {
  return env.SKEIN_API_KEY?.trim() || null
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads and checks the environment. Creates `DATA_DIR` and, once, a secret key in it. Throws ConfigError. */
export function readConfig(env: Environment = process.env): Config {
  const { givenSecret, wrong, ...config } = readSettings(env)
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  if (givenSecret !== undefined) return { ...config, secretKey: givenSecret, secretKeyOrigin: { file: null, isNew: false } }
  return { ...config, ...ensureSecretKey(config.dataDir) }
}

/**
 * Reads the environment like `readConfig`, but creates nothing and does not throw: an invalid setting gets its default and a sentence in
 * `wrong`. The secret key is empty if none exists yet.
 */
export function inspectConfig(env: Environment = process.env): { config: Config; wrong: string[] } {
  const { givenSecret, wrong, ...settings } = readSettings(env)
  const file = givenSecret === undefined ? secretKeyPath(settings.dataDir) : null
  const config = { ...settings, secretKey: givenSecret ?? '', secretKeyOrigin: { file, isNew: false } }
  if (file === null || !existsSync(file)) return { config, wrong }
  try {
    return { config: { ...config, secretKey: readSecretKey(file) }, wrong }
  } catch (error) {
    return { config, wrong: [...wrong, (error as Error).message] }
  }
}

type ReadSettings = Omit<Config, 'secretKey' | 'secretKeyOrigin'> & { givenSecret: string | undefined; wrong: string[] }

function readSettings(env: Environment): ReadSettings {
  const wrong: string[] = []
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const given = text(name)
    if (given === undefined) return fallback
    if (/^\d+$/.test(given) && Number(given) >= min && Number(given) <= max) return Number(given)
    wrong.push(`${name} must be a whole number from ${min} to ${max}, not "${given}".`)
    return fallback
  }
  const yesNo = (name: string, fallback = false): boolean => {
    const given = text(name)?.toLowerCase()
    if (given === undefined) return fallback
    if (['false', '0', 'no', 'off'].includes(given)) return false
    if (!['true', '1', 'yes', 'on'].includes(given)) wrong.push(`${name} must be true or false, not "${given}".`)
    return true
  }
  const port = whole('PORT', 3000, 0, 65_535)
  const host = text('HOST') ?? '127.0.0.1'
  const baseUrl = readHostUrl(text('BASE_URL') ?? toServiceUrl(host, port), 'BASE_URL', wrong)
  const databaseUrl = text('DATABASE_URL') ?? null
  if (databaseUrl !== null) readUrl(databaseUrl, 'DATABASE_URL', ['postgres:', 'postgresql:'], wrong)
  const redisUrl = text('REDIS_URL') ?? null
  if (redisUrl !== null) readUrl(redisUrl, 'REDIS_URL', ['redis:', 'rediss:'], wrong)
  const logLevel = text('LOG_LEVEL')?.toLowerCase() ?? 'info'
  if (!logLevels.includes(logLevel)) wrong.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${logLevel}".`)
  const dataDir = resolve(text('DATA_DIR') ?? defaultDataDir)
  const givenSecret = text('SECRET_KEY')
  if (givenSecret !== undefined && givenSecret.length < 32)
    wrong.push('SECRET_KEY must have at least 32 characters; make one with: openssl rand -hex 32')
  return {
    wrong,
    givenSecret,
    port,
    host,
    baseUrl: baseUrl ?? new URL('http://localhost'),
    ...readDashboard(text, whole, baseUrl ?? new URL('http://localhost'), wrong),
    mail: readMail({ text, whole, yesNo }, getHost(baseUrl ?? new URL('http://localhost')), wrong),
    mailIn: readMailIn({ text, whole, yesNo }, wrong),
    dnsServers: readDnsServers(text('DNS_SERVERS'), wrong),
    oauth: readOauth(text, wrong),
    providerApis: readProviderApis(text, wrong),
    corsOrigins: readOrigins(text('CORS_ORIGINS'), wrong),
    dataDir,
    databaseUrl,
    databasePoolSize: whole('DATABASE_POOL_SIZE', 8, 1, 100),
    databaseSession: {
      planCacheMode: readPlanCacheMode(text('DATABASE_PLAN_CACHE_MODE'), wrong),
      // PostgreSQL cancels every statement after ten seconds anyway.
      lockTimeoutMs: whole('DATABASE_LOCK_TIMEOUT_MS', sessionDefaults.lockTimeoutMs, 50, 10_000),
      jit: yesNo('DATABASE_JIT'),
    },
    passwords: {
      memoryKiB: whole('PASSWORD_HASH_MEMORY_KIB', defaultPasswordCost.memoryKiB, 7_168, 1_048_576),
      passes: whole('PASSWORD_HASH_PASSES', defaultPasswordCost.passes, 1, 100),
    },
    rateLimits: {
      ipPerMinute: whole('RATE_LIMIT_IP_PER_MINUTE', 600, 1, 1_000_000_000),
      tenantPerMinute: whole('RATE_LIMIT_TENANT_PER_MINUTE', 3000, 1, 1_000_000_000),
      authPerMinute: whole('RATE_LIMIT_AUTH_PER_MINUTE', 5, 1, 1_000_000_000),
      visitsPerMinute: whole('RATE_LIMIT_VISITS_PER_MINUTE', 30, 1, 1_000_000_000),
    },
    redisUrl,
    webhooks: {
      retrySeconds: readRetrySeconds(text('WEBHOOK_RETRY_SECONDS'), wrong),
      timeoutSeconds: whole('WEBHOOK_TIMEOUT_SECONDS', 15, 1, 60),
      allowedCidrs: readCidrs(text('WEBHOOK_ALLOWED_CIDRS'), 'WEBHOOK_ALLOWED_CIDRS', wrong),
    },
    retentionDays: { events: whole('EVENT_RETENTION_DAYS', 30, 8, 3650), deliveries: whole('DELIVERY_RETENTION_DAYS', 30, 8, 3650) },
    ai: readModel(text, whole, wrong),
    uploads: {
      location: getFileLocation(text('UPLOADS_URL'), dataDir, wrong),
      quotaBytes: whole('UPLOADS_QUOTA_MIB', 10_240, 1, 1_000_000_000) * 1_048_576,
      reserveBytes: whole('UPLOADS_RESERVE_MIB', 512, 0, 1_000_000_000) * 1_048_576,
    },
    trustProxy: yesNo('TRUST_PROXY'),
    openapiPublic: yesNo('OPENAPI_PUBLIC'),
    docsPublic: yesNo('DOCS_PUBLIC', true),
    metricsToken: readToken(text('METRICS_TOKEN'), 'METRICS_TOKEN', wrong),
    logLevel: logLevels.includes(logLevel) ? logLevel : 'info',
  }
}

type ReadText = (name: string) => string | undefined
type ReadWhole = (name: string, fallback: number, min: number, max: number) => number

/** Returns the dashboard's URL. The default is `app.` below the base host or, if that is an IP address, its other port. */
function readDashboard(text: ReadText, whole: ReadWhole, baseUrl: URL, wrong: string[]): Pick<Config, 'dashboardUrl' | 'dashboardPort'> {
  const dashboardPort = text('DASHBOARD_PORT') === undefined ? null : whole('DASHBOARD_PORT', 3001, 1, 65_535)
  const url = new URL(baseUrl.origin)
  if (isIP(getHost(baseUrl)) === 0) url.hostname = `app.${baseUrl.hostname}`
  else if (dashboardPort !== null) url.port = String(dashboardPort)
  const given = text('DASHBOARD_URL')
  return { dashboardUrl: (given === undefined ? null : readUrl(given, 'DASHBOARD_URL', ['http:', 'https:'], wrong)) ?? url, dashboardPort }
}

function getHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Returns the URL of a service that listens on `host`, for callers on this machine. */
export function toServiceUrl(host: string, port: number): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const planCacheModes = ['auto', 'force_custom_plan', 'force_generic_plan'] as const

function readPlanCacheMode(given: string | undefined, wrong: string[]): ConfiguredSession['planCacheMode'] {
  if (given === undefined) return null
  const mode = planCacheModes.find((each) => each === given.toLowerCase())
  if (mode === undefined) wrong.push(`DATABASE_PLAN_CACHE_MODE must be one of ${planCacheModes.join(', ')}, not "${given}".`)
  return mode ?? null
}

/** Parses nine delays, which may have decimals. */
function readRetrySeconds(given: string | undefined, wrong: string[]): readonly number[] {
  if (given === undefined) return defaultRetrySeconds
  const seconds = given.split(',').map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN))
  if (seconds.length === defaultRetrySeconds.length && seconds.every((delay) => delay <= 604_800)) return seconds
  wrong.push(`WEBHOOK_RETRY_SECONDS must be ${defaultRetrySeconds.length} comma-separated numbers of seconds, not "${given}".`)
  return defaultRetrySeconds
}

/**
 * Reads the secret key, and creates it on the first start. If several processes start at once, one creates the file and the others read it.
 */
function ensureSecretKey(dataDir: string): Pick<Config, 'secretKey' | 'secretKeyOrigin'> {
  const file = secretKeyPath(dataDir)
  let isNew = false
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
    isNew = true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new ConfigError(`DATA_DIR is not writable: ${(error as Error).message}`)
  }
  return { secretKey: readSecretKey(file), secretKeyOrigin: { file, isNew } }
}

function secretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret-key')
}

function readSecretKey(file: string): string {
  const secretKey = readOwnFile(file).trim()
  if (secretKey.length >= 32) return secretKey
  throw new ConfigError(`${file} does not hold a key. Delete it to have a new one created; existing API keys then stop working.`)
}

function readOwnFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: start as the user who owns it. (${(error as Error).message})`)
  }
}
