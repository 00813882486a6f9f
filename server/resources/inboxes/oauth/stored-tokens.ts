/** Stores an inbox's tokens for its mail provider, encrypted, and renews them. */
import { databaseNow, databaseNowIso } from '#platform/database-now.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from '../../../config.ts'
import { inboxSecretPurpose } from '../change-email.ts'
import { findInboxSecret, lockInboxSecret, upsertInboxSecret } from '../queries.ts'
import { toTokenServer } from '../stored-password.ts'
import { type Provider, refreshTokens, SignInRefused, type Tokens } from './providers.ts'

export type StoredTokens = {
  provider: Provider
  accessToken: string
  /** Null when the provider issued none, or no longer accepts it. */
  refreshToken: string | null
  renewedAt: string
  expiresAt: string
  /** Servers to which the access token may be sent, by `toTokenServer`: those of the inbox at sign-in. */
  servers?: readonly string[]
  /** Names of these servers in tokens from earlier versions, which only go to encrypted ports. */
  hosts?: readonly string[]
}

type TokenServer = Parameters<typeof toTokenServer>[0]

function mayGet(server: TokenServer, { servers, hosts = [] }: StoredTokens): boolean {
  return servers ? servers.includes(toTokenServer(server)) : hosts.includes(server.host.toLowerCase()) && server.security !== 'NONE'
}

type InboxKey = { tenantId: Uuid; inboxId: Uuid }
export type TokenServices = {
  readonly db: Database
  readonly config: Pick<Config, 'oauth'>
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>
}

/** Thrown when the inbox has no sign-in, or the provider no longer accepts it. */
export class SignInRequired extends Error {}

/** Minimum remaining lifetime in milliseconds of a usable token. */
const minLifeMs = 60_000

/**
 * Returns an access token for a mail server. Renews it if it is about to expire, or if the server has just rejected it (`refused`). Throws
 * SignInRequired when an admin must sign in, and ProviderFailed when the provider is unreachable.
 */
export async function getMailAccessToken(
  services: TokenServices,
  key: InboxKey,
  server: TokenServer,
  refused: string | null = null,
): Promise<string> {
  const row = await services.db.first(findInboxSecret, { ...key, kind: 'OAUTH' })
  const stored = row && openTokens(services.secrets, row.secret)
  if (!stored || !mayGet(server, stored)) throw new SignInRequired('Nobody has signed in for this mail server.')
  if (Date.parse(stored.expiresAt) - databaseNow() > minLifeMs && stored.accessToken !== refused) return stored.accessToken
  return (await renewTokens(services, key, stored.accessToken)).accessToken
}

/**
 * Renews the tokens, unless another process has done so since `outdated` was read. Locks the row, because the provider may accept a refresh
 * token only once: the new one is stored in the transaction that used the old one.
 */
async function renewTokens({ db, config, secrets }: TokenServices, key: InboxKey, outdated: string | null): Promise<StoredTokens> {
  const outcome = await db.transaction(async (tx) => {
    const row = await tx.first(lockInboxSecret, { ...key, kind: 'OAUTH' })
    const stored = row && openTokens(secrets, row.secret)
    const client = stored && config.oauth[stored.provider]
    if (!stored?.refreshToken || !client) return null
    if (outdated !== null && stored.accessToken !== outdated) return stored
    try {
      return await storeTokens(tx, secrets, key, { ...stored, ...toStored(await refreshTokens(client, stored.refreshToken), stored) })
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error
      // Drop the refresh token, so that later attempts make no request to the provider.
      await storeTokens(tx, secrets, key, { ...stored, refreshToken: null, expiresAt: databaseNowIso() })
      return null
    }
  })
  if (outcome === null) throw new SignInRequired('The mail provider no longer accepts the sign-in. Sign in again.')
  return outcome
}

/** Converts new tokens. Without a new refresh token, the old one remains valid. */
export function toStored(
  tokens: Tokens,
  before: Pick<StoredTokens, 'refreshToken'> | null,
): Omit<StoredTokens, 'provider' | 'servers' | 'hosts'> {
  const now = databaseNow()
  return {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken ?? before?.refreshToken ?? null,
    renewedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + tokens.expiresInSeconds * 1_000).toISOString(),
  }
}

export async function storeTokens(
  tx: Queryable,
  secrets: Pick<Secrets, 'encrypt'>,
  key: InboxKey,
  tokens: StoredTokens,
): Promise<StoredTokens> {
  await tx.rows(upsertInboxSecret, { ...key, kind: 'OAUTH', secret: secrets.encrypt(inboxSecretPurpose, JSON.stringify(tokens)) })
  return tokens
}

function openTokens(secrets: Pick<Secrets, 'decrypt'>, secret: string): StoredTokens {
  // Safe because only `storeTokens` writes secrets of this kind.
  return JSON.parse(secrets.decrypt(inboxSecretPurpose, secret)) as StoredTokens
}

/** Returns the time at which 80 % of the tokens' lifetime has passed. */
export function toRenewalTime({ renewedAt, expiresAt }: Pick<StoredTokens, 'renewedAt' | 'expiresAt'>): string {
  const start = Date.parse(renewedAt)
  return new Date(start + (Date.parse(expiresAt) - start) * 0.8).toISOString()
}

declare global {
  interface EnqueuedJobs {
    /** The key is the inbox's id. */
    'renew-mail-tokens': NoInput
  }
}

export const renewMailTokens = job({
  name: 'renew-mail-tokens',
  description: 'Renews the tokens of an inbox for its mail provider before they expire.',
  async outside({ db, config, secrets, tenantId, key }) {
    try {
      // Safe because the key is the id of the inbox.
      return await renewTokens({ db, config, secrets }, { tenantId, inboxId: key as Uuid }, null)
    } catch (error) {
      if (error instanceof SignInRequired) return null
      throw error
    }
  },
  async run({ found }) {
    // There is no token to renew until an admin signs in again.
    return found === null ? undefined : { againInSeconds: Math.max(1, (Date.parse(toRenewalTime(found)) - databaseNow()) / 1_000) }
  },
})
