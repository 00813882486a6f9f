/** Nouns that other objects refer to, with what is needed to show their names and choose among them. */
import type { BusinessHours, Inbox, Label, SlaPolicy, Team, User } from '@skein/client'
import type { Source } from './catalogue.ts'

export const userSource = {
  noun: 'user',
  one: 'person',
  many: 'people',
  operations: { list: 'listUsers', get: 'getUser', create: 'createUser', update: 'updateUser', remove: 'deleteUser' },
  nameOf: ({ name }) => name,
} as const satisfies Source<User>

export const teamSource = {
  noun: 'team',
  one: 'team',
  many: 'teams',
  operations: { list: 'listTeams', get: 'getTeam', create: 'createTeam', update: 'updateTeam', remove: 'deleteTeam' },
  nameOf: ({ name }) => name,
} as const satisfies Source<Team>

export const inboxSource = {
  noun: 'inbox',
  one: 'inbox',
  many: 'inboxes',
  operations: { list: 'listInboxes', get: 'getInbox', create: 'createInbox', update: 'updateInbox', remove: 'deleteInbox' },
  nameOf: ({ name }) => name,
} as const satisfies Source<Inbox>

export const labelSource = {
  noun: 'label',
  one: 'label',
  many: 'labels',
  operations: { list: 'listLabels', get: 'getLabel', create: 'createLabel', update: 'updateLabel', remove: 'deleteLabel' },
  nameOf: ({ name }) => name,
} as const satisfies Source<Label>

export const businessHoursSource = {
  noun: 'business_hours',
  one: 'business hours',
  many: 'business hours',
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
  one: 'SLA policy',
  many: 'SLA policies',
  operations: {
    list: 'listSlaPolicies',
    get: 'getSlaPolicy',
    create: 'createSlaPolicy',
    update: 'updateSlaPolicy',
    remove: 'deleteSlaPolicy',
  },
  nameOf: ({ name }) => name,
} as const satisfies Source<SlaPolicy>
