/** Declares the actions that canned responses and automation rules run on a thread: their types, and each type's fields. */
import type { KeyScope } from '#platform/principal.ts'
import { choice, closed, component, idInput, idOrWord, nullable, type Static, Type } from '#platform/schema.ts'
import type { StoredAttachment } from '../uploads/index.ts'
import { CustomFieldValues } from '../custom-fields/index.ts'
import { AssignmentStrategy, BodyFormat, PriorityInput, StatusInput } from '../thread-words/index.ts'

const text = (description: string, maxLength = 100_000) => Type.String({ minLength: 1, maxLength, pattern: '\\S', description })
const assignee = { description: 'The agent, or null to unassign.' }
const userIds = (description: string) => Type.Array(idInput('usr', 'A user.'), { minItems: 1, maxItems: 20, description })

/** Fields shared by canned responses and rules. */
const sharedFields = {
  status: Type.Optional(StatusInput),
  priority: Type.Optional(PriorityInput),
  teamId: Type.Optional(nullable(idInput('tea', 'A team.'), { description: 'The team, or null to remove it.' })),
  labelIds: Type.Optional(Type.Array(idInput('lbl', 'A label.'), { minItems: 1, maxItems: 20, description: 'Labels.' })),
  customFields: Type.Optional(CustomFieldValues),
  durationSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 31_536_000, description: 'How long the thread is snoozed.' })),
  until: Type.Optional(
    component(
      'SnoozeEnd',
      choice(
        {
          NEXT_WORKING_DAY:
            'The start of the next working day: by the business hours of the thread’s SLA policy, otherwise of its team, otherwise of the setting `reporting.businessHoursId`, otherwise 09:00 of the next day in the tenant’s time zone.',
        },
        { description: 'When the snooze ends.' },
      ),
    ),
  ),
  userIds: Type.Optional(userIds('Users.')),
  webhookId: Type.Optional(idInput('whk', 'A webhook.')),
  body: Type.Optional(text('The text of a note or reply.')),
  bodyFormat: Type.Optional(BodyFormat),
}

/** Fields of canned responses' actions. An agent applies them, so they can assign the thread to that agent. */
export const cannedResponseFields = {
  ...sharedFields,
  assigneeId: Type.Optional(
    nullable(idOrWord('usr', ['me'], 'A user.'), {
      description: 'The agent, `me` for the agent who applies the canned response, or null to unassign.',
    }),
  ),
}

/** Fields of rules' actions. */
export const ruleFields = {
  ...sharedFields,
  assigneeId: Type.Optional(nullable(idInput('usr', 'A user.'), assignee)),
  strategy: Type.Optional(AssignmentStrategy),
  cannedResponseId: Type.Optional(idInput('can', 'A shared canned response.')),
  assignee: Type.Optional(Type.Boolean({ description: 'Whether the assignee is notified.' })),
  followers: Type.Optional(Type.Boolean({ description: 'Whether the followers are notified.' })),
  text: Type.Optional(text('What the notification says.', 200)),
}

type Field = keyof typeof ruleFields

type ActionDeclaration = {
  /** Description of the type in the API. */
  means: string
  /** Scopes that a caller needs to save the action, to run it and to preview it. */
  scopes: readonly KeyScope[]
  needs?: readonly Field[]
  may?: readonly Field[]
  /** Fields of which exactly one is required. */
  oneOf?: readonly Field[]
  /** Fields of which at least one is required. */
  someOf?: readonly Field[]
  /** Fields of which at most one is allowed. */
  either?: readonly Field[]
  /** Fields with variables. */
  texts?: readonly Field[]
  /** The only use that allows the action. Omitted if all uses allow it. */
  only?: ActionUse
}

export type ActionUse = 'CANNED_RESPONSE' | 'RULE'

const changesThreads: readonly KeyScope[] = ['threads:write']

/** Action types. A new type requires a resolver in `threads/actions/`. */
export const actionTypes = {
  SET_STATUS: { scopes: changesThreads, needs: ['status'], means: 'Changes the thread’s status to `status`.' },
  SET_PRIORITY: { scopes: changesThreads, needs: ['priority'], means: 'Sets `priority`.' },
  ASSIGN: { scopes: changesThreads, oneOf: ['assigneeId', 'strategy'], means: 'Assigns the thread to `assigneeId`; null unassigns it.' },
  SET_TEAM: { scopes: changesThreads, needs: ['teamId'], means: 'Assigns the thread to the team `teamId`; null removes the team.' },
  ADD_LABELS: { scopes: changesThreads, needs: ['labelIds'], means: 'Adds the labels `labelIds`.' },
  REMOVE_LABELS: { scopes: changesThreads, needs: ['labelIds'], means: 'Removes the labels `labelIds`.' },
  SET_CUSTOM_FIELDS: {
    scopes: changesThreads,
    needs: ['customFields'],
    means: 'Sets values of the thread’s `customFields`; null removes a value.',
  },
  SNOOZE: {
    scopes: changesThreads,
    either: ['durationSeconds', 'until'],
    means: 'Snoozes the thread for `durationSeconds`, or until `until`; without both, until the customer writes.',
  },
  ADD_NOTE: {
    scopes: changesThreads,
    needs: ['body'],
    may: ['bodyFormat'],
    texts: ['body'],
    means: 'Adds `body` as an internal note; variables are filled in.',
  },
  ADD_FOLLOWERS: { scopes: changesThreads, needs: ['userIds'], means: 'Makes the users `userIds` follow the thread.' },
  REMOVE_FOLLOWERS: { scopes: changesThreads, needs: ['userIds'], means: 'Ends that the users `userIds` follow the thread.' },
  REQUEST_SATISFACTION: {
    scopes: changesThreads,
    means:
      'Asks the customer to rate the thread, by mail or, without an address, in the chat, at most once until it is reopened and resolved again. A rule asks only if the settings of satisfaction are on, and obeys `exceptLabelIds` and `minDaysBetween`.',
  },
  SEND_WEBHOOK: {
    // The webhook receives the whole thread.
    scopes: ['threads:read'],
    needs: ['webhookId'],
    means: 'Sends an event with the thread to the webhook `webhookId`, whichever events it subscribes to.',
  },
  REPLY: {
    scopes: changesThreads,
    only: 'RULE',
    needs: ['body'],
    may: ['bodyFormat'],
    texts: ['body'],
    means: 'Replies to the customer with `body`; variables are filled in.',
  },
  APPLY_CANNED_RESPONSE: {
    scopes: changesThreads,
    only: 'RULE',
    needs: ['cannedResponseId'],
    means: 'Sends the reply of the canned response `cannedResponseId` and runs its actions.',
  },
  NOTIFY: {
    scopes: changesThreads,
    only: 'RULE',
    needs: ['text'],
    someOf: ['userIds', 'teamId', 'assignee', 'followers'],
    texts: ['text'],
    means:
      'Notifies the users `userIds`, the members of the team `teamId`, the assignee or the followers with `text`; variables are filled in.',
  },
} as const satisfies Readonly<Record<string, ActionDeclaration>>

export type ActionType = keyof typeof actionTypes
type TypesFor<Use extends ActionUse> = {
  [Type in ActionType]: (typeof actionTypes)[Type] extends { only: infer Only } ? (Only extends Use ? Type : never) : Type
}[ActionType]

/** Returns the declaration of a type, without its static type. */
export function getAction(type: ActionType): ActionDeclaration {
  return actionTypes[type]
}

/** Returns the enumeration of action types for one use. Name it with `component`. */
export function createTypeChoice<Use extends ActionUse>(use: Use) {
  const types = Object.entries(actionTypes).filter(([, action]) => !('only' in action) || action.only === use)
  const meanings = Object.fromEntries(types.map(([type, { means }]) => [type, means]))
  // Safe because the other use's types are left out above.
  return choice(meanings as Record<TypesFor<Use>, string>, { description: 'The kind of action.' })
}

// Only for its static type, which has the fields of every use.
const anyAction = closed({ type: Type.Unsafe<ActionType>({}), ...ruleFields })

/** An action of a canned response or a rule. `files` are those of a canned response that a rule applies: shared uploads. */
export type Action = Static<typeof anyAction> & { readonly files?: readonly StoredAttachment[] }
