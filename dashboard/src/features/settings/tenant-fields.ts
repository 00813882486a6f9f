import type { TenantSettingsUpdate } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { listLanguages } from '../../ui/language-names.ts'
import { listTimeZones } from '../../ui/time-zones.ts'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { businessHoursSource } from '../catalogue/sources.ts'
import { priorityNames } from '../threads/names.ts'
import { BrandColorInput, BrandLogoInput } from './brand-inputs.tsx'
import { DomainsInput } from './domains-input.tsx'
import { RolesInput } from './roles-input.tsx'
import { dayNames } from './service-levels/week-periods.ts'

const weekStarts = {
  MONDAY: 'mon',
  TUESDAY: 'tue',
  WEDNESDAY: 'wed',
  THURSDAY: 'thu',
  FRIDAY: 'fri',
  SATURDAY: 'sat',
  SUNDAY: 'sun',
} as const

const days = { kind: 'duration', max: 3650, unit: 'days' } as const

const fields = lazily(
  () =>
    [
      {
        group: t('This workspace'),
        kind: 'text',
        name: 'name',
        label: t('Name'),
        required: true,
        maxLength: 255,
        hint: t('Your company’s name, in emails and here.'),
      },
      {
        kind: 'text',
        name: 'ticketPrefix',
        label: t('Ticket number prefix'),
        required: true,
        maxLength: 8,
        hint: t('Two to eight capital letters and digits, such as ACME in ACME-2026-000042. Existing threads keep theirs.'),
      },
      {
        kind: 'choice',
        name: 'timezone',
        label: t('Time zone'),
        required: true,
        options: listTimeZones(),
        hint: t('For times in emails.'),
      },
      {
        kind: 'choice',
        name: 'locale',
        label: t('Language and region'),
        required: true,
        options: listLanguages(),
        hint: t('For dates and times in emails.'),
      },
      {
        group: t('Brand'),
        kind: 'custom',
        name: 'brand.logoUploadId',
        label: t('Logo'),
        Input: BrandLogoInput,
        hint: t('A PNG, JPEG or WebP picture of at most 512 KB. Your customers see it in the help centre and in emails.'),
      },
      {
        kind: 'custom',
        name: 'brand.color',
        label: t('Colour'),
        Input: BrandColorInput,
        hint: t('For buttons and links. Leave it empty for ours. Chats on your website have a colour of their own.'),
      },
      {
        group: t('Threads'),
        kind: 'choice',
        name: 'defaultPriority',
        label: t('Priority of new threads'),
        required: true,
        options: (['low', 'normal', 'high', 'urgent'] as const).map((value) => ({ value, label: t(priorityNames[value]) })),
      },
      {
        kind: 'check',
        name: 'assignOnFirstReply',
        label: t('Assign on the first reply'),
        hint: t('An unassigned thread goes to the first person who replies.'),
      },
      {
        kind: 'check',
        name: 'pushShowsText',
        label: t('Show texts in push notifications'),
        hint: t('The subject and the beginning of the message appear on locked screens. Otherwise only who wrote, and the ticket number.'),
      },
      {
        ...days,
        name: 'autoCloseDays',
        label: t('Close resolved threads after'),
        min: 0,
        required: true,
        hint: t('Use 0 to never close them.'),
      },
      {
        ...days,
        name: 'reopening.withinDays',
        label: t('A message reopens a resolved thread for'),
        min: 0,
        hint: t(
          'A later message starts a new thread that refers to the old one. Use 0 to always start a new thread, or leave it empty to always reopen.',
        ),
      },
      {
        group: t('Signing in'),
        kind: 'custom',
        name: 'secondFactor.requiredRoles',
        label: t('Who needs a second factor'),
        Input: RolesInput,
        isGroup: true,
        hint: t('People without one have to set it up before they can do anything else.'),
      },
      {
        kind: 'custom',
        name: 'allowedSignInDomains',
        label: t('Domains that may sign in'),
        Input: DomainsInput,
        hint: t('One email domain per line; leave it empty to allow any. You and at least one owner must still be able to sign in.'),
      },
      {
        group: t('Reports'),
        kind: 'choice',
        name: 'reporting.timezone',
        label: t('Time zone of reports'),
        none: t('The workspace’s time zone'),
        options: listTimeZones(),
        hint: t('For the days in reports.'),
      },
      {
        kind: 'choice',
        name: 'reporting.weekStartsOn',
        label: t('Weeks begin on'),
        required: true,
        options: Object.entries(weekStarts).map(([value, day]) => ({ value, label: dayNames[day].long })),
      },
      {
        kind: 'custom',
        name: 'reporting.businessHoursId',
        label: t('Business hours of reports'),
        Input: createReferenceInput(businessHoursSource),
        hint: t('For working time, where neither the service level nor the team has business hours.'),
      },
      {
        kind: 'choice',
        name: 'reporting.people',
        label: t('Who sees figures of single people'),
        required: true,
        options: [
          { value: 'ALL', label: t('Everyone who can read reports') },
          { value: 'MANAGERS', label: t('Owners and admins') },
          { value: 'NONE', label: t('No one') },
        ],
      },
      {
        ...days,
        group: t('How long we keep things'),
        name: 'retention.closedThreads',
        label: t('Closed threads'),
        min: 1,
        hint: t(
          'After this time, we erase them with everything in them, for good. Leave it empty to keep them forever. If you shorten it, older threads go right away.',
        ),
      },
      {
        ...days,
        name: 'retention.uploads',
        label: t('Files'),
        min: 1,
        hint: t('Counted from the upload. Leave it empty to keep files as long as their messages.'),
      },
      {
        ...days,
        name: 'retention.rawMails',
        label: t('Original emails'),
        min: 1,
        hint: t('Counted from their arrival. Messages and their files stay. Leave it empty to keep them forever.'),
      },
      { ...days, name: 'retention.auditRows', label: t('Audit log'), min: 30, hint: t('Leave it empty to keep it forever.') },
      {
        ...days,
        name: 'retention.automationRuns',
        label: t('Runs of automation rules'),
        min: 1,
        hint: t('Leave it empty to keep them forever.'),
      },
      { ...days, name: 'retention.events', label: t('Events'), min: 8, hint: t('Leave it empty for the default.') },
      { ...days, name: 'retention.deliveries', label: t('Webhook deliveries'), min: 8, hint: t('Leave it empty for the default.') },
      {
        group: t('Automation rules'),
        kind: 'number',
        name: 'automations.mailsPerDay',
        label: t('Emails per customer and day'),
        min: 0,
        max: 100,
        required: true,
        hint: t('Rules send no more than this to one customer, so that nobody is flooded.'),
      },
      {
        group: t('Storage'),
        kind: 'number',
        name: 'storage.suspendedMiB',
        label: t('Suspended emails, in MiB'),
        min: 1,
        max: 1_000_000,
        required: true,
        hint: t('When they take more, the oldest are deleted.'),
      },
      {
        group: t('Language model for the AI assistant'),
        kind: 'text',
        type: 'url',
        name: 'ai.url',
        label: t('Address'),
        maxLength: 2000,
        hint: t(
          'A server that speaks OpenAI’s chat completions, such as https://api.example.com/v1. We send it what customers wrote. Leave it empty to use your operator’s model. Without any model, we quote from your own threads.',
        ),
      },
      {
        kind: 'text',
        name: 'ai.model',
        label: t('Model'),
        maxLength: 255,
        hint: t('What the server calls it. You need it if you enter an address.'),
      },
      {
        kind: 'text',
        type: 'password',
        name: 'aiKey',
        label: t('Key'),
        maxLength: 1000,
        autoComplete: 'off',
        hint: t('We encrypt it and never show it again. Enter it again when you change the server.'),
      },
      { kind: 'duration', name: 'ai.timeoutSeconds', label: t('Stop a run after'), min: 1, max: 14, unit: 'seconds', required: true },
      {
        kind: 'number',
        name: 'ai.tokensPerDay',
        label: t('Tokens per day'),
        min: 1,
        max: 1_000_000_000,
        hint: t('Read and written by all runs. Leave it empty for no limit.'),
      },
      { kind: 'number', name: 'ai.atOnce', label: t('Runs at the same time'), min: 1, max: 100, required: true },
    ] as const satisfies readonly FieldSpec[],
)

/** Names of all settings; nested ones are dotted, such as `retention.events`. */
type SettingNames<Settings> = {
  [Name in keyof Settings & string]: NonNullable<Settings[Name]> extends string | number | boolean | readonly unknown[]
    ? Name
    : `${Name}.${keyof NonNullable<Settings[Name]> & string}`
}[keyof Settings & string]

/** Settings in this form: all except the satisfaction survey. */
type FormSettings = Omit<TenantSettingsUpdate, 'satisfaction'>
type Missing = Exclude<SettingNames<FormSettings>, ReturnType<typeof fields>[number]['name']>
type Unknown = Exclude<ReturnType<typeof fields>[number]['name'], SettingNames<FormSettings>>

/** All settings of a tenant, in groups. The compiler names a setting that the API adds and this table lacks. */
const isComplete: [Missing, Unknown] extends [never, never] ? true : Missing | Unknown = true

export const tenantFields = (): readonly FieldSpec[] => (isComplete ? fields() : [])
