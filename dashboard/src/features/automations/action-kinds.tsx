/** The types of rule actions: labels, initial values and form controls. */
import type { ComponentType } from 'react'
import type { RuleAction } from '@skein/client'
import { lazily, t, type Message } from '../../texts/texts.ts'
import {
  AlarmClock,
  Bell,
  BellRing,
  ChartColumn,
  CircleDot,
  Lock,
  Reply,
  Smile,
  Tag,
  TextCursorInput,
  UserRound,
  Users,
  Webhook,
  Zap,
  type IconType,
} from '../../ui/icons.ts'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { labelSource, teamSource, userSource, webhookSource } from '../catalogue/sources.ts'
import { FieldsJsonInput } from '../settings/fields-json-input.tsx'
import { createTemplateInput } from '../templates/template-field.tsx'
import { priorityNames, statusNames } from '../threads/names.ts'
import { AssignFields, CannedFields, choiceOf, fieldOf, SnoozeFields } from './action-fields.tsx'
import type { ActionInputProps } from './action-input.ts'
import { NotifyFields } from './notify-fields.tsx'

export type ActionKind = {
  name: string
  icon: IconType
  start: Omit<RuleAction, 'type'>
  Fields: ComponentType<ActionInputProps>
  /** Validates an action. Returns a sentence that says what is missing, or null when the action is complete. */
  findMissing?: (action: RuleAction) => string | null
}

/** Action types, in menu order. */
export const actionKinds = lazily((): Readonly<Record<string, ActionKind>> => {
  const translate = (names: Readonly<Record<string, Message>>): [string, string][] =>
    Object.entries(names).map(([value, name]) => [value, t(name)])
  const LabelsInput = createReferenceInput(labelSource, { many: true, empty: t('Choose labels') })
  const UsersInput = createReferenceInput(userSource, { many: true, empty: t('Choose people') })
  const TeamInput = createReferenceInput(teamSource, { empty: t('No team') })
  const WebhookInput = createReferenceInput(webhookSource, { empty: t('Choose a webhook') })
  const isEmpty = (list: readonly unknown[] | undefined): boolean => list === undefined || list.length === 0
  const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''
  return {
    SET_STATUS: {
      name: t('Set the status'),
      icon: CircleDot,
      start: { status: 'resolved' },
      Fields: choiceOf('status', translate(statusNames)),
    },
    SET_PRIORITY: {
      name: t('Set the priority'),
      icon: ChartColumn,
      start: { priority: 'high' },
      Fields: choiceOf('priority', translate(priorityNames)),
    },
    ASSIGN: {
      name: t('Assign it'),
      icon: UserRound,
      start: { strategy: 'ROUND_ROBIN' },
      Fields: AssignFields,
      findMissing: ({ assigneeId, strategy }) =>
        assigneeId === undefined && strategy === undefined ? t('Choose who gets the thread.') : null,
    },
    SET_TEAM: {
      name: t('Move it to a team'),
      icon: Users,
      // Omit the team so that the user has to choose one: null would remove the thread from its team.
      start: {},
      Fields: fieldOf('teamId', TeamInput, true),
      findMissing: ({ teamId }) => (teamId === undefined ? t('Choose a team.') : null),
    },
    ADD_LABELS: {
      name: t('Add labels'),
      icon: Tag,
      start: { labelIds: [] },
      Fields: fieldOf('labelIds', LabelsInput),
      findMissing: ({ labelIds }) => (isEmpty(labelIds) ? t('Choose at least one label to add.') : null),
    },
    REMOVE_LABELS: {
      name: t('Remove labels'),
      icon: Tag,
      start: { labelIds: [] },
      Fields: fieldOf('labelIds', LabelsInput),
      findMissing: ({ labelIds }) => (isEmpty(labelIds) ? t('Choose at least one label to remove.') : null),
    },
    NOTIFY: {
      name: t('Notify people'),
      icon: Bell,
      start: { assignee: true, text: '' },
      Fields: NotifyFields,
      findMissing: ({ text, userIds, teamId, assignee, followers }) =>
        isBlank(text)
          ? t('Write what the notification says.')
          : isEmpty(userIds) && typeof teamId !== 'string' && assignee !== true && followers !== true
            ? t('Choose who is notified.')
            : null,
    },
    REPLY: {
      name: t('Reply to the customer'),
      icon: Reply,
      start: { body: '' },
      Fields: fieldOf('body', createTemplateInput({ label: t('Reply to the customer'), use: 'REPLY', maxLength: 100_000 })),
      findMissing: ({ body }) => (isBlank(body) ? t('Write the reply.') : null),
    },
    APPLY_CANNED_RESPONSE: {
      name: t('Use a saved reply'),
      icon: Zap,
      start: {},
      Fields: CannedFields,
      findMissing: ({ cannedResponseId }) => (cannedResponseId === undefined ? t('Choose a saved reply.') : null),
    },
    ADD_NOTE: {
      name: t('Add an internal note'),
      icon: Lock,
      start: { body: '' },
      Fields: fieldOf('body', createTemplateInput({ label: t('Internal note'), use: 'REPLY', maxLength: 100_000 })),
      findMissing: ({ body }) => (isBlank(body) ? t('Write the note.') : null),
    },
    SNOOZE: { name: t('Snooze it'), icon: AlarmClock, start: { durationSeconds: 86_400 }, Fields: SnoozeFields },
    SET_CUSTOM_FIELDS: {
      name: t('Set custom fields'),
      icon: TextCursorInput,
      start: { customFields: {} },
      Fields: fieldOf('customFields', FieldsJsonInput),
      findMissing: ({ customFields = {} }) =>
        Object.keys(customFields).length === 0 ? t('Write down at least one custom field to set.') : null,
    },
    ADD_FOLLOWERS: {
      name: t('Add followers'),
      icon: BellRing,
      start: { userIds: [] },
      Fields: fieldOf('userIds', UsersInput),
      findMissing: ({ userIds }) => (isEmpty(userIds) ? t('Choose at least one person.') : null),
    },
    REMOVE_FOLLOWERS: {
      name: t('Remove followers'),
      icon: BellRing,
      start: { userIds: [] },
      Fields: fieldOf('userIds', UsersInput),
      findMissing: ({ userIds }) => (isEmpty(userIds) ? t('Choose at least one person.') : null),
    },
    SEND_WEBHOOK: {
      name: t('Call a webhook'),
      icon: Webhook,
      start: {},
      Fields: fieldOf('webhookId', WebhookInput),
      findMissing: ({ webhookId }) => (webhookId === undefined ? t('Choose a webhook.') : null),
    },
    REQUEST_SATISFACTION: { name: t('Ask the customer for a rating'), icon: Smile, start: {}, Fields: () => null },
  }
})
