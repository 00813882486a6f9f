/** Attributes changes: every event has an actor and a cause. They come from the write's identity, so no operation can omit them. */
import { toTypeId, type IdPrefix, type Uuid } from '../ids.ts'
import { choice, closed, component, nullable, Type } from '../schema.ts'

/**
 * The actor of a change as the outbox stores it. `id` is the id of the user (for an API key, of the key's user), the customer, the rule or
 * the import.
 */
export type EventActor = {
  type: keyof typeof actorTypes
  id: Uuid | null
  /** Null for the service and for customers. Storing customers' names in few places makes them easy to erase. */
  name: string | null
}

/** The cause of a change that another change triggered. `depth` counts the changes since the first cause. */
export type EventCause = {
  type: keyof typeof causeTypes
  /** Id of the rule, job, thread or import; null for a cause that is not an object. */
  id: Uuid | null
  depth: number
  rootEventId: Uuid | null
  ruleIds: Uuid[]
  /** Id of the rule's run. Events from before runs were stored lack it. */
  runId?: Uuid | null
}

export type Attribution = { actor: EventActor; cause: EventCause | null }

/** The service itself. */
export const systemActor: EventActor = { type: 'SYSTEM', id: null, name: null }

const actorTypes = {
  USER: 'A signed-in user.',
  API_KEY: 'An API key; `id` is its user.',
  CUSTOMER: 'A customer, who wrote a mail for example.',
  RULE: 'An automation rule.',
  IMPORT: 'An import.',
  SCIM: 'An identity provider.',
  SYSTEM: 'The service itself or its operator.',
}

const causeTypes = {
  RULE: 'An automation rule did it.',
  BATCH: 'It was one of many changes that a background job made; `id` is the job.',
  MERGE: 'Threads were merged, or a merge was undone; `id` is the thread with the messages.',
  SPLIT: 'Messages were split off; `id` is the new thread.',
  SNOOZE: 'The time of a snooze was reached.',
  AUTO_CLOSE: 'The thread had been resolved for `autoCloseDays`.',
  IMPORT: 'An import wrote it; `id` is the import.',
  MCP: 'An assistant did it over MCP.',
}

const actorPrefixes: Partial<Record<EventActor['type'], IdPrefix>> = { USER: 'usr', API_KEY: 'usr', CUSTOMER: 'cst', RULE: 'rul' }
const causePrefixes: Partial<Record<EventCause['type'], IdPrefix>> = { RULE: 'rul', BATCH: 'job', MERGE: 'thr', SPLIT: 'thr' }

/** Returns the cause of a change that no other event triggered. */
export function causedBy(type: EventCause['type'], id: Uuid | null = null): EventCause {
  return { type, id, depth: 0, rootEventId: null, ruleIds: [] }
}

/** Returns the public form of an event's actor; null for an event from before actors were stored. */
export function presentActor(actor: EventActor | null) {
  return actor && { ...actor, id: presentId(actorPrefixes[actor.type], actor.id) }
}

/** Returns the public form of an event's cause; null for a change that its actor made directly. */
export function presentCause(cause: EventCause | null) {
  return (
    cause && {
      type: cause.type,
      id: presentId(causePrefixes[cause.type], cause.id),
      depth: cause.depth,
      rootEventId: presentId('evt', cause.rootEventId),
      ruleIds: cause.ruleIds.map((id) => toTypeId('rul', id)),
      runId: presentId('rrn', cause.runId ?? null),
    }
  )
}

function presentId(prefix: IdPrefix | undefined, id: Uuid | null): string | null {
  return prefix === undefined || id === null ? null : toTypeId(prefix, id)
}

const id = (description: string) => nullable(Type.String(), { description })

export const EventActorShape = component(
  'EventActor',
  closed(
    {
      type: component('EventActorType', choice(actorTypes, { description: 'The kind of actor.' })),
      id: id('The user (for a key, its user), customer, rule or import; null for the service itself.'),
      name: nullable(Type.String(), { description: 'The actor’s name at that time; null for customers and the service itself.' }),
    },
    { description: 'Who made the change.' },
  ),
)

export const EventCauseShape = component(
  'EventCause',
  closed(
    {
      type: component('EventCauseType', choice(causeTypes, { description: 'The kind of cause.' })),
      id: id('The object that caused the change; null if there is none.'),
      depth: Type.Integer({ minimum: 0, description: 'How many automatic changes led to this one.' }),
      rootEventId: id('The event with which the chain began; null if it began with this one.'),
      ruleIds: Type.Array(Type.String(), { description: 'The rules of the chain.' }),
      runId: id('The run of the rule that did it; null for other causes. All events of a run have the same.'),
    },
    { description: 'Why the change was made, if nobody made it directly.' },
  ),
)
