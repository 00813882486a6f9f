/** Converts stored actions to their public form. */
import { type IdPrefix, toTypeId } from '#platform/ids.ts'
import { ruleFields, type Action } from './vocabulary.ts'

const prefixes: Readonly<Record<string, IdPrefix>> = {
  assigneeId: 'usr',
  teamId: 'tea',
  labelIds: 'lbl',
  userIds: 'usr',
  webhookId: 'whk',
  cannedResponseId: 'can',
}
/** Order of fields in responses, because PostgreSQL returns JSON fields in its own order. */
const order = ['type', ...Object.keys(ruleFields)]

/** Converts a stored action, with UUIDs and only the fields of its type, to its public form. */
export function presentAction<Stored extends Action>(action: Stored): Stored {
  const fields = Object.entries(action).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  // Safe because only the format of ids and the order of fields change.
  return Object.fromEntries(fields.map(([name, value]) => [name, presentValue(prefixes[name], value)])) as Stored
}

function presentValue(prefix: IdPrefix | undefined, value: unknown): unknown {
  if (prefix === undefined) return value
  if (Array.isArray(value)) return value.map((id) => toTypeId(prefix, String(id)))
  return value === null || value === 'me' ? value : toTypeId(prefix, String(value))
}
