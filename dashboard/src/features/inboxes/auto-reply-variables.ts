/** The variables of automatic replies, as the API documents them for `autoReply`. */
import { t } from '../../texts/texts.ts'
import type { Variable } from '../catalogue/variables-input.tsx'

/** Default values, which the service requires for variables that may be empty. */
export function listAutoReplyVariables(): Variable[] {
  const defaults: readonly (readonly [name: string, fallback: string | null])[] = [
    ['customer.firstName', t('there')],
    ['customer.name', t('there')],
    ['customer.email', null],
    ['inbox.expectedReplyTime', t('as soon as we can')],
    ['inbox.nextOpening', t('soon')],
    ['thread.subject', null],
    ['thread.ticketNumber', null],
    ['inbox.name', null],
    ['team.name', t('our team')],
    ['tenant.name', null],
  ]
  return defaults.map(([name, fallback]) => ({ name, text: fallback === null ? `{{${name}}}` : `{{${name}|${fallback}}}` }))
}

type Sample = { inbox: string; tenant: string; locale: string; isOpen: boolean }

/** Fills the variables of an automatic reply with sample data. Unknown variables stay. */
export function fillInSample(text: string, { inbox, tenant, locale, isOpen }: Sample): string {
  const isGerman = /^de\b/i.test(locale)
  const values: Readonly<Record<string, string | null>> = {
    'customer.firstName': 'Dana',
    'customer.name': 'Dana Ruiz',
    'customer.email': 'dana@example.com',
    // The service formats times in the workspace's language.
    'inbox.expectedReplyTime': isGerman ? 'bis Montag, 10:00 Uhr' : 'by Monday 10:00',
    'inbox.nextOpening': isOpen ? null : isGerman ? 'am Montag um 09:00 Uhr' : 'on Monday at 09:00',
    'thread.subject': isGerman ? 'Mein Paket ist nicht angekommen' : 'My parcel hasn’t arrived',
    'thread.ticketNumber': 'ACME-2026-000042',
    'inbox.name': inbox,
    'team.name': null,
    'tenant.name': tenant,
  }
  return text.replaceAll(/\{\{\s*([\w.]+)\s*(?:\|([^}]*))?\}\}/g, (whole, name: string, fallback: string | undefined) =>
    name in values ? (values[name] ?? fallback ?? whole) : whole,
  )
}
