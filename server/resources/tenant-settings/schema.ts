import { readLocale } from '#kit/locale.ts'
import { readEmail } from '#platform/email.ts'
import { addedLater } from '#platform/outbox/stored-records.ts'
import {
  closed,
  component,
  exampleId,
  idInput,
  idOutput,
  nullable,
  type Static,
  time,
  trimmedText,
  Type,
  withRules,
} from '#platform/schema.ts'
import { readTimezone } from '#platform/time.ts'
import { PriorityInput, ThreadPriority } from '../thread-words/index.ts'
import {
  brandDefaults,
  ReportedPeople,
  satisfactionDefaults,
  satisfactionExample,
  satisfactionInput,
  satisfactionOutput,
  Weekday,
} from '../tenants/index.ts'
import { UserRole } from '../users/index.ts'
import { brandInput, brandOutput } from './brand-schema.ts'

const maxDays = 3650
const days = (minimum: number, description: string) => Type.Integer({ minimum, maximum: maxDays, description })
const period = (minimum: number, description: string) => nullable(days(minimum, description))

const nameDescription = 'The name of your company, in mails and on pages.'

const fields = {
  name: trimmedText({ maxLength: 255, description: nameDescription, examples: ['Acme'] }),
  ticketPrefix: Type.String({
    pattern: '^[A-Z][A-Z0-9]{1,7}$',
    description: 'The beginning of new ticket numbers. Existing numbers do not change.',
    examples: ['ACME'],
  }),
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The time zone of times in mails, a name of the IANA database.',
    examples: ['Europe/Berlin', 'America/New_York'],
  }),
  locale: Type.String({
    minLength: 2,
    maxLength: 64,
    description: 'Language and region (BCP 47) of times in mails.',
    examples: ['en-GB', 'pt-BR'],
  }),
  autoCloseDays: days(0, 'Days until resolved threads are closed; 0 for never.'),
  assignOnFirstReply: Type.Boolean({
    description: 'Whether the first reply to an unassigned thread assigns the thread to the agent who replies. On for new tenants.',
  }),
  pushShowsText: Type.Boolean({
    description:
      'Whether push notifications contain the subject of the thread and the beginning of the message. Otherwise they have the kind, the actor and ' +
      'the ticket number only. Off for new tenants.',
  }),
  allowedSignInDomains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    maxItems: 50,
    description: 'E-mail domains of users who may be invited and sign in; empty for any.',
    examples: [['example.com']],
  }),
}
const reopening = {
  withinDays: period(
    0,
    'Days after resolution during which a customer’s message reopens the thread. Later messages start a new thread with ' +
      '`followUpOf`. Null: no limit.',
  ),
}
const secondFactor = {
  requiredRoles: Type.Array(UserRole, { maxItems: 4, uniqueItems: true, description: 'The roles that must sign in with a second factor.' }),
}
const retention = {
  events: period(8, 'Events. Null: the operator’s `EVENT_RETENTION_DAYS`.'),
  deliveries: period(8, 'Webhook deliveries. Null: the operator’s `DELIVERY_RETENTION_DAYS`.'),
  auditRows: period(30, 'Audit logs. Null: for ever.'),
  uploads: period(1, 'Files, from their upload. Null: as long as their message, meeting or article.'),
  closedThreads: period(1, 'Closed threads, from their closing, with all their content. Null: for ever.'),
  rawMails: addedLater(
    period(1, 'Mails as they arrived, from their arrival; messages and their files stay. 30 for new tenants. Null: for ever.'),
    () => 30,
  ),
  automationRuns: addedLater(period(1, 'Runs of automation rules. 90 for new tenants. Null: for ever.'), () => 90),
}
const automations = {
  mailsPerDay: Type.Integer({ minimum: 0, maximum: 100, description: 'Mails that rules may send to one customer on one day (UTC).' }),
}
const automationsDefaults = { mailsPerDay: 5 }
const storage = {
  suspendedMiB: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Mebibytes for mails that became no message: suspended ones, and duplicates that differ. Beyond it, the oldest are deleted.',
  }),
}
const storageDefaults = { suspendedMiB: 1_024 }

const businessHoursDescription =
  'The business hours for working time in reports, for threads whose SLA policy and team have none; null for none.'
const reporting = {
  timezone: nullable(Type.String({ minLength: 1, maxLength: 64 }), {
    description: 'The time zone of days in reports, a name of the IANA database. Null: `timezone`.',
    examples: ['Europe/Berlin'],
  }),
  weekStartsOn: Weekday,
  people: ReportedPeople,
}
const reportingDescription = 'How reports divide time and whether they name agents.'
const reportingDefaults = { timezone: null, weekStartsOn: 'MONDAY' as const, businessHoursId: null, people: 'ALL' as const }

const satisfactionDescription = 'When and how customers are asked to rate a resolved thread. Inboxes can have settings of their own.'

const ai = {
  url: nullable(Type.String({ minLength: 1, maxLength: 2_000 }), {
    description:
      'The base URL of a server with OpenAI’s chat completions API, such as `https://api.example.com/v1`. Null: the operator’s ' +
      'model, if there is one.',
    examples: ['https://ai.example.com/v1'],
  }),
  model: nullable(Type.String({ minLength: 1, maxLength: 255 }), {
    description: 'The server’s name of the model. Set both this and `url`, or neither.',
    examples: ['small-1'],
  }),
  timeoutSeconds: addedLater(Type.Integer({ minimum: 1, maximum: 14, description: 'The time limit of a run in seconds.' }), () => 12),
  tokensPerDay: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), { description: 'Tokens per day (UTC). Null: any number.' }),
  atOnce: addedLater(Type.Integer({ minimum: 1, maximum: 100, description: 'Concurrent runs of the model in each process.' }), () => 4),
}
const aiExample = { url: null, model: null, timeoutSeconds: 12, tokensPerDay: null, atOnce: 4 }

const example = {
  name: 'Acme',
  ticketPrefix: 'ACME',
  timezone: 'Europe/Berlin',
  locale: 'en-GB',
  autoCloseDays: 7,
  reopening: { withinDays: null },
  assignOnFirstReply: true,
  pushShowsText: false,
  defaultPriority: 'normal' as const,
  allowedSignInDomains: ['example.com'],
  secondFactor: { requiredRoles: ['OWNER' as const] },
  reporting: reportingDefaults,
  satisfaction: satisfactionExample,
  brand: { logoUploadId: exampleId('upl'), color: '#0b6e4f' },
  retention: { events: null, deliveries: null, auditRows: 365, uploads: null, closedThreads: null, rawMails: 30, automationRuns: 90 },
  automations: automationsDefaults,
  storage: storageDefaults,
  ai: { ...aiExample, hasKey: false },
}

export const TenantSettings = component(
  'TenantSettings',
  closed(
    {
      id: idOutput('ten', 'The tenant.'),
      slug: Type.String({ description: 'The tenant’s host label. It never changes.' }),
      ...fields,
      // Responses contain values that were validated when they were stored.
      name: Type.String({ description: nameDescription }),
      reopening: closed(reopening, { description: 'The reopening of threads by customers’ messages.' }),
      defaultPriority: ThreadPriority,
      secondFactor: closed(secondFactor, { description: 'The requirement of a second factor.' }),
      reporting: addedLater(
        closed(
          { ...reporting, businessHoursId: nullable(idOutput('bhr', businessHoursDescription)) },
          { description: reportingDescription },
        ),
        () => reportingDefaults,
      ),
      satisfaction: addedLater(closed(satisfactionOutput, { description: satisfactionDescription }), () => satisfactionDefaults),
      brand: addedLater(brandOutput, () => brandDefaults),
      retention: closed(retention, { description: 'Retention in days.' }),
      automations: addedLater(closed(automations, { description: 'Limits of automation rules.' }), () => automationsDefaults),
      storage: addedLater(closed(storage, { description: 'Limits of storage.' }), () => storageDefaults),
      ai: closed(
        { ...ai, hasKey: Type.Boolean({ description: 'Whether a key is stored (`aiKey`). It is never shown.' }) },
        {
          description:
            'Your own language model for AI operations, and limits, which also apply to the operator’s model; the smaller of your and the ' +
            'operator’s limit applies.',
        },
      ),
      createdAt: time('When the tenant was created.'),
      updatedAt: time('When a setting was last changed.'),
    },
    {
      description: 'The settings of a tenant. A change takes effect everywhere within two seconds.',
      examples: [
        { id: exampleId('ten'), slug: 'acme', ...example, createdAt: '2026-03-04T09:30:00.000Z', updatedAt: '2026-03-04T09:30:00.000Z' },
      ],
    },
  ),
)

export const TenantSettingsUpdate = component(
  'TenantSettingsUpdate',
  withRules(
    closed(
      {
        ...optional(fields),
        reopening: Type.Optional(
          closed(optional(reopening), { description: 'The reopening of threads by customers’ messages.', examples: [{ withinDays: 14 }] }),
        ),
        defaultPriority: Type.Optional(PriorityInput),
        secondFactor: Type.Optional(
          closed(optional(secondFactor), {
            description: 'The requirement of a second factor.',
            examples: [{ requiredRoles: ['OWNER', 'ADMIN'] }],
          }),
        ),
        reporting: Type.Optional(
          closed(
            { ...optional(reporting), businessHoursId: Type.Optional(nullable(idInput('bhr', businessHoursDescription))) },
            { description: `${reportingDescription} Omitted fields do not change.`, examples: [{ weekStartsOn: 'SUNDAY' }] },
          ),
        ),
        satisfaction: Type.Optional(
          closed(optional(satisfactionInput), {
            description: `${satisfactionDescription} Omitted fields do not change.`,
            examples: [{ enabled: true, delayMinutes: 120 }],
          }),
        ),
        brand: Type.Optional(brandInput),
        retention: Type.Optional(
          closed(optional(retention), { description: 'Retention in days. Omitted fields do not change.', examples: [{ auditRows: 365 }] }),
        ),
        automations: Type.Optional(
          closed(optional(automations), { description: 'Limits of automation rules.', examples: [{ mailsPerDay: 3 }] }),
        ),
        storage: Type.Optional(closed(optional(storage), { description: 'Limits of storage.', examples: [{ suspendedMiB: 512 }] })),
        ai: Type.Optional(
          closed(optional(ai), {
            description:
              'Your own language model for AI operations, and limits, which also apply to the operator’s model; the smaller of your and the ' +
              'operator’s limit applies. Omitted fields do not change.',
            examples: [{ tokensPerDay: 200_000 }],
          }),
        ),
        aiKey: Type.Optional(
          nullable(Type.String({ minLength: 1, maxLength: 1_000 }), {
            description:
              'The key for the model’s server, stored encrypted and never shown. Null removes it; so does a changed scheme, host or port of ' +
              '`ai.url`, if no key is sent.',
            examples: ['sk-example'],
          }),
        ),
      },
      { minProperties: 1, examples: [{ name: 'Acme', autoCloseDays: 14, timezone: 'Europe/Berlin', retention: { events: 90 } }] },
    ),
    ({ timezone, locale, reporting: reports, allowedSignInDomains = [] }) => [
      ...problem('timezone', timezone, readTimezone, timezoneMessage),
      ...problem('reporting.timezone', reports?.timezone ?? undefined, readTimezone, timezoneMessage),
      ...problem('locale', locale, readLocale, 'must be a language tag (BCP 47), such as en or de-AT'),
      ...allowedSignInDomains.flatMap((domain, i) =>
        problem(`allowedSignInDomains[${i}]`, domain, readDomain, 'must be the domain of an e-mail address, such as example.com'),
      ),
    ],
  ),
)

/** Normalises locale, time zone, colour and domains of the changes. */
export function canonical(body: Static<typeof TenantSettingsUpdate>): Static<typeof TenantSettingsUpdate> {
  const { timezone, locale, allowedSignInDomains, reporting: reports, brand: looks } = body
  return {
    ...body,
    ...(timezone === undefined ? {} : { timezone: readTimezone(timezone) ?? timezone }),
    ...(reports?.timezone ? { reporting: { ...reports, timezone: readTimezone(reports.timezone) ?? reports.timezone } } : {}),
    ...(locale === undefined ? {} : { locale: readLocale(locale) ?? locale }),
    ...(looks?.color ? { brand: { ...looks, color: looks.color.toLowerCase() } } : {}),
    ...(allowedSignInDomains
      ? { allowedSignInDomains: [...new Set(allowedSignInDomains.map((domain) => readDomain(domain) ?? domain))] }
      : {}),
  }
}

const timezoneMessage = 'must be a time zone of the IANA database, such as Europe/Berlin'

/** Normalises a domain as in stored e-mail addresses. Null if it is not a domain. */
function readDomain(domain: string): string | null {
  return readEmail(`a@${domain.trim().replace(/^@/, '')}`)?.slice(2) ?? null
}

function problem(field: string, value: string | undefined, read: (text: string) => string | null, message: string) {
  return value === undefined || read(value) !== null ? [] : [{ field, code: 'INVALID', message }]
}

type Optional<Fields extends Record<string, Parameters<typeof Type.Optional>[0]>> = {
  [Name in keyof Fields]: ReturnType<typeof Type.Optional<Fields[Name]>>
}

function optional<Fields extends Record<string, Parameters<typeof Type.Optional>[0]>>(all: Fields): Optional<Fields> {
  // Safe because each field is made optional under its name.
  return Object.fromEntries(Object.entries(all).map(([name, shape]) => [name, Type.Optional(shape)])) as Optional<Fields>
}
