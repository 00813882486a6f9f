/** Opens a client of one tenant, for commands that use the public API of a running service. */
import { ApiError, NoAnswerError, type SkeinClient } from '../../client/index.ts'
import { toServiceUrl } from '../config.ts'
import type { Scope } from '#platform/principal.ts'
import { formatError, openApiClient, type ApiClientOptions } from './api-client.ts'
import { UsageError, type CommandContext } from './command.ts'
import { firstTenant } from './first-tenant.ts'
import { isServiceAt, readGivenKey, readServiceUrl, withTemporaryKey } from './service-access.ts'
import { startCall } from './program.ts'

export type TenantOptions = { url: string | null; tenant: string | null; key: string | null }

/** Names for `readOptions`, and their lines for `--help`. */
export const tenantOptionNames = { tenant: 'optional', 'key-file': 'optional', url: 'optional' } as const
export const tenantUsage = `  --tenant SLUG    the tenant; default ${firstTenant.slug}
  --key-file FILE  an API key; by default SKEIN_API_KEY, or else a temporary key of the tenant
  --url URL        the service; by default the one configured here`

/** Checks the options. Throws UsageError. */
export function readTenantOptions(options: {
  tenant?: string | undefined
  'key-file'?: string | undefined
  url?: string | undefined
}): TenantOptions {
  const { tenant, 'key-file': keyFile, url } = options
  if (tenant !== undefined && keyFile !== undefined)
    throw new UsageError('--tenant and --key-file exclude each other: a key belongs to one tenant.')
  return {
    url: url === undefined ? null : readServiceUrl(url),
    tenant: tenant ?? null,
    // A key in the environment may belong to another tenant than the requested one.
    key: tenant === undefined ? readGivenKey(keyFile) : null,
  }
}

/** Runs `work` with a client that has the given key, or a temporary one. */
export async function openTenant<Result>(
  { url: givenUrl, tenant, key }: TenantOptions,
  request: { name: string; scopes: Scope[] },
  context: CommandContext,
  work: (skein: SkeinClient) => Promise<Result>,
  options: Omit<ApiClientOptions, 'url' | 'key'> = {},
): Promise<Result> {
  const url = givenUrl ?? toServiceUrl(context.config.host, context.config.port)
  if (!(await isServiceAt(url))) throw new Error(`No Skein responds at ${url}. Start it with: ${startCall}`)
  const run = async (usedKey: string): Promise<Result> => {
    try {
      return await work(openApiClient({ url, key: usedKey, ...options }))
    } catch (error) {
      if (error instanceof NoAnswerError) throw new Error(`No Skein responds at ${url}.`, { cause: error })
      throw error instanceof ApiError ? new Error(formatError(error), { cause: error }) : error
    }
  }
  if (key !== null) return run(key)
  if (givenUrl !== null && tenant === null) throw new UsageError('--url needs a key of that service: --key-file or SKEIN_API_KEY.')
  return withTemporaryKey(tenant ?? firstTenant.slug, request, context, run)
}
