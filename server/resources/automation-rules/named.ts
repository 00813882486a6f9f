/**
 * Finds the objects that a rule references. They must exist when the rule is saved, and cannot be deleted while the rule references them.
 */
import type { NamedReference, ReferenceTarget } from '#kit/references.ts'
import type { Uuid } from '#platform/ids.ts'
import { businessHoursResource } from '../business-hours/index.ts'
import { cannedResponse } from '../canned-responses/index.ts'
import { customer } from '../customers/index.ts'
import { inbox } from '../inboxes/index.ts'
import { activeLabel, label } from '../labels/index.ts'
import { team } from '../teams/index.ts'
import { user } from '../users/index.ts'
import { changeableFields } from './condition-schema.ts'
import type { RuleDefinition } from './schema.ts'

const webhook: ReferenceTarget = { noun: 'webhook', table: 'webhooks' }

/** Kinds of referenced objects, in the lock order of all writers. */
export const namedKinds = {
  inbox,
  team,
  user,
  label,
  activeLabel,
  cannedResponse,
  webhook,
  businessHours: businessHoursResource,
  customer,
} as const
type Kind = keyof typeof namedKinds

/** Fields of filters and actions that contain one or more object ids. */
const kindsOfFields: Readonly<Record<string, Kind>> = {
  assigneeId: 'user',
  followerId: 'user',
  userIds: 'user',
  teamId: 'team',
  inboxId: 'inbox',
  customerId: 'customer',
  labelId: 'label',
  labelIds: 'label',
  cannedResponseId: 'cannedResponse',
  webhookId: 'webhook',
  businessHoursId: 'businessHours',
  added: 'label',
  removed: 'label',
}
const kindsOfPrefixes: Readonly<Record<string, Kind>> = { usr: 'user', tea: 'team', inb: 'inbox' }

type Conditions = Pick<RuleDefinition, 'trigger' | 'filter' | 'changed' | 'actions'>
type Named = NamedReference & { kind: Kind }

/** Returns each id in a rule with its path, in lock order. */
export function findNamed({ trigger, filter, changed, actions }: Conditions): Named[] {
  const parts: [place: string, part: object][] = [
    ['trigger', trigger],
    ...Object.entries(filter).flatMap(([list, filters]) => filters.map((each, i): [string, object] => [`filter.${list}[${i}]`, each])),
    ...changed.map((each, i): [string, object] => [`changed[${i}]`, each]),
    ...actions.map((each, i): [string, object] => [`actions[${i}]`, each]),
  ]
  const found = parts.flatMap(([place, part]) =>
    Object.entries(part).flatMap(([name, value]) => {
      const kind = name === 'labelIds' && isAdding(part) ? 'activeLabel' : kindsOfFields[name]
      return kind ? idsIn(value, `${place}.${name}`).map(([field, id]) => ({ field, kind, target: namedKinds[kind], id })) : []
    }),
  )
  const all = [...found, ...changed.flatMap(findChangedIds)]
  const order = Object.keys(namedKinds)
  return all.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/** True for an action that adds labels. Archived labels can no longer be added. */
function isAdding(part: object): boolean {
  return 'type' in part && part.type === 'ADD_LABELS'
}

/** Returns the ids in the values of a change. */
function findChangedIds(change: Conditions['changed'][number], i: number): Named[] {
  const prefix = Object.entries(changeableFields).find(([name]) => name === change.field)?.[1]
  const kind = prefix ? kindsOfPrefixes[prefix] : undefined
  if (!kind) return []
  return (['from', 'to'] as const).flatMap((side) =>
    idsIn(change[side], `changed[${i}].${side}`).map(([field, id]) => ({ field, kind, target: namedKinds[kind], id })),
  )
}

function idsIn(value: unknown, field: string): [field: string, id: Uuid][] {
  if (Array.isArray(value)) return value.flatMap((each: unknown, i) => idsIn(each, `${field}[${i}]`))
  return typeof value === 'string' && value !== 'none' ? [[field, value]] : []
}

/**
 * Returns the ids of objects that cannot be deleted while a rule references them. Customers are not among them, because their erasure must
 * not depend on rules.
 */
export function findNamedIds(rule: Conditions): Uuid[] {
  return [...new Set(findNamed(rule).flatMap(({ kind, id }) => (kind === 'customer' ? [] : [id])))]
}
