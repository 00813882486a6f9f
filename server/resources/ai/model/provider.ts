/** Which language model a tenant has: its own, else the operator's, else none. */
import type { Config } from '../../../config.ts'
import { limitResponse, type Queryable, type SafeFetch, type Secrets, type Uuid } from '../../../kit/index.ts'
import { aiKeyPurpose, findAiKey, type TenantSettings } from '../../tenants/index.ts'

export type Provider = {
  url: string
  model: string
  apiKey: string
  timeoutMs: number
  /** Tokens of a day, read and written; null for any number. */
  tokensPerDay: number | null
  atOnce: number
  /** How its address is reached: that of a tenant through the guard of outgoing requests. */
  fetch: typeof globalThis.fetch
}

/** Servers without keys take any; the client library wants one. */
export const noKey = 'none'

type Means = { db: Queryable; config: Config; secrets: Secrets; outbound: Pick<SafeFetch, 'fetch'> }

export async function providerOf(
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
    // The operator says how much a tenant may use of it, and the tenant may want less.
    timeoutMs: Math.min(ai.timeoutSeconds, timeoutSeconds) * 1000,
    tokensPerDay: lesser(ai.tokensPerDay, tokensPerDay),
    atOnce: Math.min(ai.atOnce, atOnce),
    // An address of the operator's own network is meant to be reached; a redirect away from it is not.
    fetch: async (input, init) => limitResponse(await globalThis.fetch(input, { ...init, redirect: 'error' })),
  }
}

/** Of two limits, of which null is none. */
function lesser(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}
