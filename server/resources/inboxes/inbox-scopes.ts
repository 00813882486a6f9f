/** Scopes that inbox settings require in addition to `catalog:admin`, because they make the service act on threads. */
import { findSettingNeeds, requireNeeds, type SettingScopes, type SomeSettings } from '#kit/require-scopes.ts'
import type { KeyScope, Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { findTextNeeds } from './auto-reply.ts'
import type { SecretKind } from './change-email.ts'
import { defaultEmailSettings, type EmailSettings } from '../../channels/email/settings.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'
import type { WidgetSettings } from '../../channels/widget/settings.ts'
import type { InboxCreate } from './schema.ts'

/** Scope for reading messages, and for writing to customers. */
const actsOnThreads: readonly KeyScope[] = ['threads:write']
const harmless: readonly KeyScope[] = []

type InboxSettings = Omit<Static<typeof InboxCreate>, 'email' | 'widget' | 'hook'> & {
  email?: Pick<EmailSettings, 'receive' | 'send' | 'rules'> | null
  hook?: HookSettings | null
  widget?: WidgetSettings | null
}

const inboxScopes: SettingScopes<InboxSettings> = {
  name: harmless,
  type: harmless,
  // Customers' replies go to this address.
  address: actsOnThreads,
  // New threads go to this inbox, and so do customers' replies.
  isDefault: actsOnThreads,
  active: harmless,
  teamId: harmless,
  slaPolicyId: harmless,
  autoReply: actsOnThreads,
  autoReplyOutsideHours: actsOnThreads,
  signature: actsOnThreads,
  // Controls where mail comes from and goes to, who gets copies, and what becomes of it.
  email: {
    // The service chooses `forwardTo`.
    receive: { mode: actsOnThreads, aliases: actsOnThreads, imap: actsOnThreads, forwardTo: harmless },
    send: {
      mode: actsOnThreads,
      smtp: actsOnThreads,
      fromName: actsOnThreads,
      plusAddressing: actsOnThreads,
      quoteHistory: actsOnThreads,
      copyToSent: actsOnThreads,
      bccTo: actsOnThreads,
    },
    rules: actsOnThreads,
  },
  // Controls what visitors read, who may write as a customer, and where replies go.
  widget: actsOnThreads,
  // Controls where replies go, and who may write as a customer.
  hook: actsOnThreads,
  satisfaction: actsOnThreads,
}

const purpose = 'These settings read threads or write to customers.'

type Change = {
  before: SomeSettings<InboxSettings>
  after: SomeSettings<InboxSettings>
  /** Passwords that the request sets. */
  secrets?: Partial<Record<SecretKind, string | null>>
}

/** Throws 403 listing each changed setting whose scopes the caller lacks. */
export function checkMaySetInbox(principal: Principal, { before, after, secrets = {} }: Change): void {
  const passwords = Object.values(secrets).some((secret) => secret !== null) ? [{ field: 'email', scopes: actsOnThreads }] : []
  requireNeeds(
    principal,
    [
      ...findSettingNeeds(inboxScopes, { before: { ...before, email: before.email ?? defaultEmailSettings }, after }),
      ...findTextNeeds(after),
      ...passwords,
    ],
    purpose,
  )
}

/**
 * Throws 403 unless the caller may create secrets of an inbox, or choose the accounts through which it receives and sends mail. `field` has
 * the settings.
 */
export function checkMaySignIn(principal: Principal, field: 'email' | 'widget' | 'hook'): void {
  requireNeeds(principal, [{ field, scopes: actsOnThreads }], purpose)
}
