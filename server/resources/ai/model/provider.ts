/** Selects a tenant's language model: its own, or else the operator's, or else none. */
import type { Config } from '../../../config.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { limitResponse } from '#platform/outbound/guarded-fetch.ts'
import type { SafeFetch } from '#platform/outbound/safe-fetch.ts'
import type { Secrets } from '#platform/secrets.ts'
import { aiKeyPurpose, findAiKey, type TenantSettings } from '../../tenants/index.ts'

export type Provider = {
  url: string
  model: string
  apiKey: string
  timeoutMs: number
  /** Maximum number of tokens per day, input and output together; null for no limit. */
  tokensPerDay: number | null
  atOnce: number
  /** Sends requests to the model. The guard of outgoing requests checks a tenant's URL. */
  fetch: typeof globalThis.fetch
}

/** Dummy key for servers that need none, because the client library requires a key. */
export const noKey = 'none'

type Means = { db: Queryable; config: Config; secrets: Secrets; outbound: Pick<SafeFetch, 'fetch'> }

export async function findProvider(
  { db, config, secrets, outbound }: Means,
  tenantId: Uuid,
  settings: TenantSettings,
): Promise<Provider | null> {
  const { url, model, timeoutSeconds, tokensPerDay, atOnce } = settings.ai
  if (url !== null && model !== null) {
    const sealed = (await db.first(findAiKey, { tenantId }))?.sealed ?? null
    const apiKey = sealed === null ? noKey : secrets.decrypt(aiKeyPurpose, sealed)
    return { url, model, apiKey, timeoutMs: timeoutSeconds * 1000, tokensPerDay, atOnce, fetch: outbound.fetch }
  }
  const { ai } = config
  if (ai === null) return null
  return {
    url: ai.url,
    model: ai.model,
    apiKey: ai.apiKey ?? noKey,
    // The operator limits each tenant's use, and a tenant may set a lower limit.
    timeoutMs: Math.min(ai.timeoutSeconds, timeoutSeconds) * 1000,
    tokensPerDay: lesser(ai.tokensPerDay, tokensPerDay),
    atOnce: Math.min(ai.atOnce, atOnce),
    // The operator's URL may be in a private network, but a redirect must not lead elsewhere.
    fetch: async (input, init) => limitResponse(await globalThis.fetch(input, { ...init, redirect: 'error' })),
  }
}

/** Whether AI operations of the tenant have a language model. */
export function hasModel(config: Pick<Config, 'ai'>, { ai }: Pick<TenantSettings, 'ai'>): boolean {
  return config.ai !== null || (ai.url !== null && ai.model !== null)
}

/** Returns the lower limit; null means no limit. */
function lesser(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}
