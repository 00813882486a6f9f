/**
 * Rule templates. A click opens the editor with the template's values; values specific to the workspace, such as a team, are left empty.
 */
import type { AutomationRuleCreate } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import {
  ChartColumn,
  CircleCheck,
  Hourglass,
  Reply,
  RotateCcw,
  Tag,
  Target,
  UserRoundPlus,
  Users,
  UsersRound,
  type IconType,
} from '../../ui/icons.ts'

export type RuleTemplate = { id: string; icon: IconType; about: string; rule: AutomationRuleCreate }

const ofCustomers = { authorTypes: ['CUSTOMER' as const], internal: false }
const open = [{ status: 'open' as const }]

export const ruleTemplates = lazily((): readonly RuleTemplate[] => [
  {
    id: 'team',
    icon: Users,
    about: t('Mail about invoices and refunds goes straight to the people who handle it.'),
    rule: {
      name: t('Billing mail to a team'),
      trigger: { type: 'EVENT', events: ['message.created'] },
      message: { ...ofCustomers, first: true, words: t('invoice OR refund OR payment') },
      actions: [{ type: 'SET_TEAM' }, { type: 'ADD_LABELS', labelIds: [] }],
    },
  },
  {
    id: 'urgent',
    icon: ChartColumn,
    about: t('When a customer sounds pressed, the thread moves up.'),
    rule: {
      name: t('Urgent words raise the priority'),
      trigger: { type: 'EVENT', events: ['message.created'] },
      message: { ...ofCustomers, words: t('urgent OR asap OR outage OR “not working”').replaceAll(/[“”]/g, '"') },
      filter: { none: [{ priority: 'urgent' }] },
      actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }],
    },
  },
  {
    id: 'unanswered',
    icon: Hourglass,
    about: t('When a customer has waited for a day, the thread moves up, and its assignee hears of it.'),
    rule: {
      name: t('No reply for a day'),
      trigger: { type: 'TIME', since: 'WAITING', afterMinutes: 1440 },
      filter: { all: open },
      actions: [
        { type: 'SET_PRIORITY', priority: 'urgent' },
        { type: 'NOTIFY', assignee: true, text: t('{customer} has waited for a day.', { customer: '{{customer.name|The customer}}' }) },
      ],
    },
  },
  {
    id: 'resolve',
    icon: CircleCheck,
    about: t('Threads that wait for the customer don’t stay open forever.'),
    rule: {
      name: t('Resolve what has been pending for a week'),
      trigger: { type: 'TIME', since: 'STATUS', afterMinutes: 10_080 },
      filter: { all: [{ status: 'pending' }] },
      actions: [{ type: 'SET_STATUS', status: 'resolved' }],
    },
  },
  {
    id: 'thanks',
    icon: Reply,
    about: t('Customers know at once that their message has arrived.'),
    rule: {
      name: t('Thank customers for writing'),
      trigger: { type: 'EVENT', events: ['message.created'] },
      message: { ...ofCustomers, first: true },
      oncePerThread: true,
      actions: [
        {
          type: 'REPLY',
          body: t('Hi {customer},\n\nthanks for writing. We’ve got your message ({ticket}) and will reply soon.', {
            customer: '{{customer.firstName|there}}',
            ticket: '{{thread.ticketNumber}}',
          }),
        },
      ],
    },
  },
  {
    id: 'vip',
    icon: UsersRound,
    about: t('Threads of your most important customers stand out.'),
    rule: {
      name: t('VIP customers first'),
      trigger: { type: 'EVENT', events: ['thread.created'] },
      actions: [
        { type: 'SET_PRIORITY', priority: 'high' },
        { type: 'ADD_LABELS', labelIds: [] },
      ],
    },
  },
  {
    id: 'target',
    icon: Target,
    about: t('A thread moves up before its response target is missed, and its assignee and followers hear of it.'),
    rule: {
      name: t('Urgent before a target is missed'),
      trigger: { type: 'EVENT', events: ['sla.warning'] },
      actions: [
        { type: 'SET_PRIORITY', priority: 'urgent' },
        { type: 'NOTIFY', assignee: true, followers: true, text: t('A response target is close.') },
      ],
    },
  },
  {
    id: 'reopened',
    icon: RotateCcw,
    about: t('A customer who writes again doesn’t land in a thread that no one has.'),
    rule: {
      name: t('Reopened threads get an assignee'),
      trigger: { type: 'EVENT', events: ['thread.status_changed'] },
      changed: [{ field: 'status', from: ['resolved', 'closed'], to: ['open'] }],
      filter: { all: [{ assigneeId: 'none' }] },
      actions: [{ type: 'SET_TEAM' }, { type: 'ASSIGN', strategy: 'LEAST_LOADED' }],
    },
  },
  {
    id: 'label',
    icon: Tag,
    about: t('Sorts new threads by what customers write about.'),
    rule: {
      name: t('Label threads by their words'),
      trigger: { type: 'EVENT', events: ['message.created'] },
      message: { ...ofCustomers, first: true, words: t('bug OR error OR crash') },
      actions: [{ type: 'ADD_LABELS', labelIds: [] }],
    },
  },
  {
    id: 'unassigned',
    icon: UserRoundPlus,
    about: t('Nothing urgent waits in the queue unseen.'),
    rule: {
      name: t('Assign urgent threads that no one has taken'),
      trigger: { type: 'TIME', since: 'CREATED', afterMinutes: 30 },
      filter: { all: [{ status: 'open' }, { priority: 'urgent' }, { assigneeId: 'none' }] },
      actions: [{ type: 'ASSIGN', strategy: 'LEAST_LOADED' }],
    },
  },
])

/** Initial values of the editor without a template. */
export const emptyRule: AutomationRuleCreate = { name: '', trigger: { type: 'EVENT', events: ['thread.created'] }, actions: [] }
