/** Applies a request's settings of a provider to an inbox. */
import { withoutUndefined } from './change-email.ts'
import type { HookSettings, HookSettingsInput } from '../../channels/hook-settings.ts'

const defaults: HookSettings['settings'] = {
  formats: ['text', 'html'],
  maxTextLength: null,
  splitsTexts: false,
  files: true,
  startsConversations: true,
  windowSeconds: null,
}

/** Returns the settings after a request. `id` is the inbox's id without its prefix, `baseUrl` the public URL of the service. */
export function changeHookSettings(
  current: HookSettings | null,
  sent: HookSettingsInput | null | undefined,
  { id, baseUrl }: { id: string; baseUrl: URL },
): HookSettings | null {
  if (sent === undefined) return current
  if (sent === null) return null
  const { settings = {}, ...fields } = sent
  return {
    provider: fields.provider ?? current?.provider ?? 'CUSTOM',
    inboundUrl: new URL(`${hooksPath}/chk_${id}`, baseUrl).href,
    outboundUrl: fields.outboundUrl === undefined ? (current?.outboundUrl ?? null) : fields.outboundUrl,
    secretSet: current?.secretSet ?? false,
    settings: { ...defaults, ...current?.settings, ...withoutUndefined(settings) },
  }
}

/** Path below BASE_URL at which providers post what comes in. */
export const hooksPath = '/hooks'
