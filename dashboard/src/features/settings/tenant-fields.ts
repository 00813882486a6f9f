import type { TenantSettingsUpdate } from '@skein/client'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { DomainsInput } from './domains-input.tsx'
import { RolesInput } from './roles-input.tsx'

const days = { kind: 'duration', max: 3650, unit: 'days' } as const

const fields = [
  {
    group: 'This workspace',
    kind: 'text',
    name: 'name',
    label: 'Name',
    required: true,
    maxLength: 255,
    hint: 'What your company is called, in e-mails and here.',
  },
  {
    kind: 'text',
    name: 'ticketPrefix',
    label: 'Prefix of ticket numbers',
    required: true,
    maxLength: 8,
    hint: 'Two to eight capital letters and digits, such as ACME in ACME-2026-000042. Existing threads keep theirs.',
  },
  {
    kind: 'text',
    name: 'timezone',
    label: 'Time zone',
    required: true,
    maxLength: 64,
    hint: 'For times in e-mails, such as Europe/Berlin.',
  },
  {
    kind: 'text',
    name: 'locale',
    label: 'Language and region',
    required: true,
    maxLength: 64,
    hint: 'How times in e-mails are written, such as en-GB.',
  },
  {
    group: 'Threads',
    kind: 'choice',
    name: 'defaultPriority',
    label: 'Priority of new threads',
    required: true,
    options: ['low', 'normal', 'high', 'urgent'].map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` })),
  },
  {
    kind: 'check',
    name: 'assignOnFirstReply',
    label: 'Assign on the first reply',
    hint: 'An unassigned thread is assigned to the person who replies first.',
  },
  { ...days, name: 'autoCloseDays', label: 'Resolved threads are closed after', min: 0, required: true, hint: '0 for never.' },
  {
    ...days,
    name: 'reopening.withinDays',
    label: 'A message reopens a resolved thread for',
    min: 0,
    hint: 'A later message starts a new thread that refers to it. 0: every message starts one; empty: a message always reopens it.',
  },
  {
    group: 'Signing in',
    kind: 'custom',
    name: 'secondFactor.requiredRoles',
    label: 'Who needs a second factor',
    Input: RolesInput,
    isGroup: true,
    hint: 'Those who have none can do nothing until they set one up.',
  },
  {
    kind: 'custom',
    name: 'allowedSignInDomains',
    label: 'Domains that may sign in',
    Input: DomainsInput,
    hint: 'Domains of e-mail addresses, one per line; empty for any. You and at least one owner must still be able to sign in.',
  },
  {
    ...days,
    group: 'How long things are kept',
    name: 'retention.closedThreads',
    label: 'Closed threads',
    min: 1,
    hint: 'After this time they are erased with everything in them, for good. Empty: kept forever. A shorter time erases at once what is older.',
  },
  {
    ...days,
    name: 'retention.uploads',
    label: 'Files',
    min: 1,
    hint: 'Counted from the upload. Empty: as long as what they are attached to.',
  },
  {
    ...days,
    name: 'retention.rawMails',
    label: 'Mails as they arrived',
    min: 1,
    hint: 'Counted from their arrival. Messages and their files stay. Empty: forever.',
  },
  { ...days, name: 'retention.auditRows', label: 'Audit log', min: 30, hint: 'Empty: forever.' },
  { ...days, name: 'retention.events', label: 'Events', min: 8, hint: 'Empty: as long as the service keeps them.' },
  { ...days, name: 'retention.deliveries', label: 'Webhook deliveries', min: 8, hint: 'Empty: as long as the service keeps them.' },
  {
    group: 'Language model for assistance',
    kind: 'text',
    type: 'url',
    name: 'ai.url',
    label: 'Address',
    maxLength: 2000,
    hint: 'Of a server that speaks OpenAI’s chat completions, such as https://api.example.com/v1. What customers wrote is sent there. Empty: the operator’s model, if there is one; else proposals are quoted from your own threads.',
  },
  {
    kind: 'text',
    name: 'ai.model',
    label: 'Model',
    maxLength: 255,
    hint: 'The name that this server knows it by. Needed with an address.',
  },
  {
    kind: 'text',
    type: 'password',
    name: 'aiKey',
    label: 'Key',
    maxLength: 1000,
    autoComplete: 'off',
    hint: 'Stored encrypted and never shown again. A new one replaces it; enter it again when you change the server.',
  },
  { kind: 'duration', name: 'ai.timeoutSeconds', label: 'A run fails after', min: 1, max: 14, unit: 'seconds', required: true },
  {
    kind: 'number',
    name: 'ai.tokensPerDay',
    label: 'Tokens per day',
    min: 1,
    max: 1_000_000_000,
    unit: 'tokens',
    hint: 'Read and written by all runs. Empty: no limit.',
  },
  { kind: 'number', name: 'ai.atOnce', label: 'Runs at the same time', min: 1, max: 100, required: true },
] as const satisfies readonly FieldSpec[]

/** The names of all settings; nested ones have dots, such as `retention.events`. */
type SettingNames<Settings> = {
  [Name in keyof Settings & string]: NonNullable<Settings[Name]> extends string | number | boolean | readonly unknown[]
    ? Name
    : `${Name}.${keyof NonNullable<Settings[Name]> & string}`
}[keyof Settings & string]

type Missing = Exclude<SettingNames<TenantSettingsUpdate>, (typeof fields)[number]['name']>
type Unknown = Exclude<(typeof fields)[number]['name'], SettingNames<TenantSettingsUpdate>>

/**
 * All settings of a tenant, in groups. When the API adds a setting, this does not compile until it is listed here; the compiler error names
 * it.
 */
const isComplete: [Missing, Unknown] extends [never, never] ? true : Missing | Unknown = true

export const tenantFields: readonly FieldSpec[] = isComplete ? fields : []
