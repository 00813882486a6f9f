/** Nouns that other objects refer to, with the data that pickers and names need. */
import type { BusinessHours, Inbox, Label, SlaPolicy, Team, User, Webhook } from '@skein/client'
import { message } from '../../texts/texts.ts'
import type { Source } from './catalogue.ts'

export const userSource = {
  noun: 'user',
  choose: message('Choose a person'),
  operations: { list: 'listUsers', get: 'getUser', create: 'createUser', update: 'updateUser', remove: 'deleteUser' },
  nameOf: ({ name }) => name,
} as const satisfies Source<User>

export const teamSource = {
  noun: 'team',
  choose: message('Choose a team'),
  operations: { list: 'listTeams', get: 'getTeam', create: 'createTeam', update: 'updateTeam', remove: 'deleteTeam' },
  nameOf: ({ name }) => name,
} as const satisfies Source<Team>

export const inboxSource = {
  noun: 'inbox',
  choose: message('Choose an inbox'),
  operations: { list: 'listInboxes', get: 'getInbox', create: 'createInbox', update: 'updateInbox', remove: 'deleteInbox' },
  nameOf: ({ name }) => name,
} as const satisfies Source<Inbox>

export const labelSource = {
  noun: 'label',
  choose: message('Choose a label'),
  operations: { list: 'listLabels', get: 'getLabel', create: 'createLabel', update: 'updateLabel', remove: 'deleteLabel' },
  nameOf: ({ name }) => name,
} as const satisfies Source<Label>

export const businessHoursSource = {
  noun: 'business_hours',
  choose: message('Choose business hours'),
  operations: {
    list: 'listBusinessHours',
    get: 'getBusinessHours',
    create: 'createBusinessHours',
    update: 'updateBusinessHours',
    remove: 'deleteBusinessHours',
  },
  nameOf: ({ name }) => name,
} as const satisfies Source<BusinessHours>

export const slaPolicySource = {
  noun: 'sla_policy',
  choose: message('Choose a response target'),
  operations: {
    list: 'listSlaPolicies',
    get: 'getSlaPolicy',
    create: 'createSlaPolicy',
    update: 'updateSlaPolicy',
    remove: 'deleteSlaPolicy',
  },
  nameOf: ({ name }) => name,
} as const satisfies Source<SlaPolicy>

export const webhookSource = {
  noun: 'webhook',
  choose: message('Choose a webhook'),
  operations: { list: 'listWebhooks', get: 'getWebhook', create: 'createWebhook', update: 'updateWebhook', remove: 'deleteWebhook' },
  nameOf: ({ url }) => url,
} as const satisfies Source<Webhook>
