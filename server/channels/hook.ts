/** Inboxes that a provider serves. */
import { type Capabilities, storedOnly } from './capabilities.ts'
import type { InboxSettings, Provider } from './channel.ts'
import { custom } from './custom/index.ts'
import type { HookSettings } from './hook-settings.ts'
import { telegramBot } from './telegram/bot.ts'

/** All providers by their name. */
export const providers: { readonly [Name in HookSettings['provider']]: Provider } = { CUSTOM: custom, TELEGRAM: telegramBot }

/** Returns the first provider that can serve a type. */
export function getUsualProvider(type: string): HookSettings['provider'] {
  // Safe because the keys are the names.
  const names = Object.keys(providers) as HookSettings['provider'][]
  return names.find((name) => providers[name].types.includes(type)) ?? 'CUSTOM'
}

/** Whether the service sends the replies of an inbox. Without an outbound URL they wait. */
export function hookSends({ hook }: Pick<InboxSettings, 'hook'>): boolean {
  return hook !== null
}

/** Returns the capabilities of inboxes that may have a provider. `delivers` says who delivers the replies of one that has none. */
export function hookCapabilities(delivers: 'OWN_PROGRAM' | 'NOBODY'): (inbox: InboxSettings) => Capabilities {
  return ({ hook }) => (hook === null ? storedOnly(delivers) : providers[hook.provider].capabilities(hook))
}
