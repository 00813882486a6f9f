/** Applies a request's settings of a provider to an inbox. */
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import { withoutUndefined } from './change-email.ts'
import type { Provider, ProviderAccount } from '../../channels/channel.ts'
import type { HookSettings, HookSettingsInput } from '../../channels/hook-settings.ts'
import { getUsualProvider, providers } from '../../channels/hook.ts'
import type { InboxTypeName } from '../../channels/index.ts'

const defaults: HookSettings['settings'] = {
  formats: ['text', 'html'],
  maxTextLength: null,
  splitsTexts: false,
  files: true,
  startsConversations: true,
  windowSeconds: null,
}

/** `id` is the inbox's id without its prefix, and `baseUrl` the public URL of the service. */
type HookInbox = { readonly id: string; readonly type: InboxTypeName; readonly address: string | null; readonly baseUrl: URL }

/**
 * Returns the settings after a request. `account` is that of the token in the request; null if it has none. Throws 400 for fields that the
 * provider does not have.
 */
export function changeHookSettings(
  current: HookSettings | null,
  sent: HookSettingsInput | null | undefined,
  account: ProviderAccount | null,
  inbox: HookInbox,
): HookSettings | null {
  if (sent === undefined) return current
  if (sent === null) return null
  const name = sent.provider ?? current?.provider ?? getUsualProvider(inbox.type)
  const provider = providers[name]
  const details = [...findFieldProblems(provider, sent, inbox), ...findAccountProblems(current, account, inbox)]
  const needsToken = provider.findAccount !== undefined
  if (details.length === 0 && needsToken && account === null && !current?.secretSet)
    details.push({ field: 'hook.telegram.token', code: 'REQUIRED', message: 'is required' })
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  const { settings = {}, outboundUrl = current?.outboundUrl ?? null, telegram } = sent
  return {
    provider: name,
    inboundUrl: new URL(`${hooksPath}/chk_${inbox.id}`, inbox.baseUrl).href,
    outboundUrl,
    secretSet: account !== null || (current?.secretSet ?? false),
    settings: provider.settings ?? { ...defaults, ...current?.settings, ...withoutUndefined(settings) },
    telegram: needsToken
      ? {
          receive: telegram?.receive ?? current?.telegram?.receive ?? 'POLL',
          botUsername: account?.username ?? current?.telegram?.botUsername ?? null,
          tokenSet: true,
        }
      : null,
  }
}

function findFieldProblems(provider: Provider, sent: HookSettingsInput, { type, baseUrl }: HookInbox): ErrorDetail[] {
  if (!provider.types.includes(type))
    return [{ field: 'hook.provider', code: 'NOT_ALLOWED', message: `serves inboxes of the types ${provider.types.join(', ')} only` }]
  const isOwnProgram = provider.settings === null
  const foreign = isOwnProgram ? { telegram: sent.telegram } : { outboundUrl: sent.outboundUrl, settings: sent.settings }
  const details = Object.entries(foreign).flatMap(([field, value]): ErrorDetail[] =>
    value === undefined || value === null
      ? []
      : [{ field: `hook.${field}`, code: 'NOT_ALLOWED', message: `is not a setting of ${provider.title}` }],
  )
  const isPublic = baseUrl.protocol === 'https:' && !/(?:^|\.)localhost$/.test(baseUrl.hostname)
  if (sent.telegram?.receive === 'WEBHOOK' && !isPublic)
    details.push({
      field: 'hook.telegram.receive',
      code: 'NOT_ALLOWED',
      message: 'can be WEBHOOK only where the service has a public address with https (BASE_URL)',
    })
  return details
}

/** Another bot numbers its messages in the same way, so its messages would be taken for those of the first one. */
function findAccountProblems(current: HookSettings | null, account: ProviderAccount | null, { address }: HookInbox): ErrorDetail[] {
  const known = current?.telegram?.botUsername ? `@${current.telegram.botUsername}` : address
  if (account === null || known === null || known.toLowerCase() === account.address.toLowerCase()) return []
  const message = `is the token of ${account.address}, but the inbox belongs to ${known}. Create another inbox for ${account.address}`
  return [{ field: 'hook.telegram.token', code: 'OTHER_ACCOUNT', message }]
}

/** Path below BASE_URL at which providers post what comes in. */
export const hooksPath = '/hooks'
