/** Rejects settings with mail servers to which the service does not connect. */
import type { Config } from '../../config.ts'
import { ApiError, type ErrorDetail } from '#platform/errors.ts'
import { ForbiddenUrlError } from '#platform/outbound/fetch-errors.ts'
import { createMailHostRule, ForbiddenHostError, type ResolveMailHost } from '#platform/outbound/mail-hosts.ts'
import type { SafeFetch } from '#platform/outbound/safe-fetch.ts'
import type { HookSettingsInput } from '../../channels/hook-settings.ts'
import type { EmailSettingsInput } from '../../channels/email/settings.ts'
import { channelHostForbidden } from './errors.ts'

type WithRanges = Pick<Config, 'mail'>

/** Rules by configuration, so that all connections of a process share the cache of host names. */
const rules = new WeakMap<WithRanges, ResolveMailHost>()

/** Returns the rule that decides which mail servers tenants may use. */
export function getMailHostRule(config: WithRanges): ResolveMailHost {
  const rule = rules.get(config) ?? createMailHostRule({ allowedCidrs: config.mail.allowedCidrs })
  rules.set(config, rule)
  return rule
}

/**
 * Throws 422 if a mail server in a request has a non-public address. Accepts a host that does not resolve at the moment, because each
 * connection checks the host again.
 */
export async function checkMailHosts(email: EmailSettingsInput | null | undefined, config: WithRanges): Promise<void> {
  const servers = [
    { field: 'email.receive.imap.host', server: email?.receive?.imap },
    { field: 'email.send.smtp.host', server: email?.send?.smtp },
  ]
  const details: ErrorDetail[] = []
  for (const { field, server } of servers) {
    if (server?.host === undefined) continue
    // The port has its own check, with its own field.
    await getMailHostRule(config)(server.host, 993).catch((error: unknown) => {
      if (error instanceof ForbiddenHostError) details.push({ field, code: 'FORBIDDEN', message: error.message })
    })
  }
  if (details.length > 0) throw new ApiError(channelHostForbidden, { details })
}

/** Throws 422 if the URL of a request that receives replies may not be requested. */
export async function checkOutboundUrl(hook: HookSettingsInput | null | undefined, outbound: Pick<SafeFetch, 'checkUrl'>): Promise<void> {
  if (!hook?.outboundUrl) return
  try {
    await outbound.checkUrl(hook.outboundUrl)
  } catch (error) {
    if (!(error instanceof ForbiddenUrlError)) throw error
    const details = [{ field: 'hook.outboundUrl', code: 'FORBIDDEN', message: error.message }]
    throw new ApiError(channelHostForbidden, { message: error.message, details, cause: error })
  }
}
