/** Connects to the provider of an inbox, and finds the account of a token. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { createSafeFetch, type SafeFetch } from '#platform/outbound/safe-fetch.ts'
import type { ProviderApis } from '#platform/read-provider-apis.ts'
import type { Secrets } from '#platform/secrets.ts'
import { type ProviderAccount, type ProviderConnection, ProviderError } from '../../channels/channel.ts'
import type { HookSettings, HookSettingsInput } from '../../channels/hook-settings.ts'
import { getUsualProvider, providers } from '../../channels/hook.ts'
import type { InboxTypeName } from '../../channels/index.ts'
import { channelProviderFailed } from './errors.ts'
import { readHookSecrets } from './hook-secrets.ts'

type Posts = Pick<SafeFetch, 'post'>
/** `outbound` reaches the tenant's own program. */
type Services<Outbound extends Posts> = { readonly config: { readonly providerApis: ProviderApis }; readonly outbound: Outbound }
type Hook = Pick<HookSettings, 'provider' | 'outboundUrl'>

type Open<Outbound extends Posts> = ProviderConnection & { readonly fetch: Outbound | SafeFetch }

/** Milliseconds of any request, and bytes of a response: a hundred long messages. */
const maxRequestMs = 120_000
const maxResponseBytes = 8_388_608

/** Clients of the providers' APIs by configuration, so that all inboxes of a process share connections. */
const clients = new WeakMap<ProviderApis, Map<string, SafeFetch>>()

function getClient(apis: ProviderApis, name: keyof ProviderApis): SafeFetch {
  const known = clients.get(apis) ?? new Map<string, SafeFetch>()
  clients.set(apis, known)
  // The operator's own URL may lead anywhere. Tenants choose no part of it.
  const allowedCidrs = apis[name].isOperators ? ['::/0'] : []
  // Each inbox that waits for messages holds a connection for most of the time. With a limit, further inboxes and files would wait for these.
  const maxSocketsPerHost = Number.POSITIVE_INFINITY
  const client = known.get(name) ?? createSafeFetch({ allowedCidrs, timeoutMs: maxRequestMs, maxResponseBytes, maxSocketsPerHost })
  known.set(name, client)
  return client
}

/** Returns the URL of an inbox's provider: that of the tenant's program, or of the provider's API. Null if the tenant has set none. */
export function getProviderUrl({ providerApis }: Services<Posts>['config'], { provider, outboundUrl }: Hook): string | null {
  return provider === 'CUSTOM' ? outboundUrl : providerApis[provider].url
}

/** Returns the connection of an inbox with these secrets; null if it has no URL. */
export function openConnection<Outbound extends Posts>(
  { config, outbound }: Services<Outbound>,
  hook: Hook,
  { secrets, signal }: Pick<ProviderConnection, 'secrets' | 'signal'>,
): Open<Outbound> | null {
  const outboundUrl = getProviderUrl(config, hook)
  if (outboundUrl === null) return null
  const fetch = hook.provider === 'CUSTOM' ? outbound : getClient(config.providerApis, hook.provider)
  return { outboundUrl, secrets, fetch, signal }
}

/** Reads the secrets of an inbox, and returns its connection; null if it has no URL. */
export async function connectInbox<Outbound extends Posts>(
  services: Services<Outbound> & { readonly db: Queryable; readonly secrets: Pick<Secrets, 'decrypt'> },
  key: { tenantId: Uuid; inboxId: Uuid },
  hook: Hook,
  signal: AbortSignal,
): Promise<Open<Outbound> | null> {
  return openConnection(services, hook, { secrets: await readHookSecrets(services.db, services.secrets, key), signal })
}

/** Milliseconds in which a provider must name the account of a token. */
const maxAccountMs = 10_000

/** Returns the token in a request; null if it has none. */
export function getSentToken(sent: HookSettingsInput | null | undefined): string | null {
  return sent?.telegram?.token ?? null
}

/**
 * Asks the provider whose account the token in a request belongs to. Returns null if there is none. Throws 400 for a token that the provider
 * does not know, and 502 if the provider does not answer.
 */
export async function findSentAccount(
  services: Services<Posts>,
  type: InboxTypeName,
  sent: HookSettingsInput | null | undefined,
): Promise<ProviderAccount | null> {
  const token = getSentToken(sent)
  const name = sent?.provider ?? getUsualProvider(type)
  const { types, findAccount } = providers[name]
  if (token === null || !findAccount || !types.includes(type)) return null
  const hook = { provider: name, outboundUrl: null }
  const connection = openConnection(services, hook, { secrets: [token], signal: AbortSignal.timeout(maxAccountMs) })
  if (connection === null) return null
  try {
    return await findAccount(connection)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (!error.isSignIn) throw new ApiError(channelProviderFailed, { message: error.message, cause: error })
    const details = [{ field: 'hook.telegram.token', code: 'INVALID', message: error.message }]
    throw new ApiError(validationFailed, { message: error.message, details, cause: error })
  }
}
