/** Converts the raw ids of audit rows to API ids. */
import { prefixOfField, prefixOfTarget } from '#kit/identifiers.ts'
import { ApiError, invalidId } from '#platform/errors.ts'
import { encodeSuffix, idPrefixes, parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'

/** Returns the API id of a target. A target without a prefix has the bare id, which every input accepts, too. */
export function targetId(type: string, id: Uuid): string {
  const prefix = prefixOfTarget(type)
  return prefix ? toTypeId(prefix, id) : encodeSuffix(id)
}

/** Converts changed fields to their API form: prefixed ids, times in ISO 8601. Values of custom fields stay as the caller sent them. */
export function presentFields(target: string, fields: Readonly<Record<string, unknown>> | null): Record<string, unknown> | null {
  return fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, presentField(target, name, value)]))
}

function presentField(target: string, name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => presentField(target, name, part))
  if (typeof value !== 'string') return value
  const prefix = prefixOfField(target, name)
  // A field may also hold a readable value, such as a ticket number.
  if (prefix && uuidPattern.test(value)) return toTypeId(prefix, value)
  return timePattern.test(value) && /(At|Until)$/.test(name) ? isoTime(value) : value
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Matches a time in PostgreSQL's format. */
const timePattern = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(\+00(:00)?|Z)$/

/** Parses an id with any prefix. Throws 400 for anything else. */
export function readAnyId(field: string, text: string): Uuid {
  const prefix = idPrefixes.find((known) => text.startsWith(`${known}_`))
  // The bare form is valid for any prefix.
  const id = parseTypeId(prefix ?? 'thr', text)
  if (id === null) throw new ApiError(invalidId, { details: [{ field, code: 'INVALID_ID', message: 'must be an id of this API' }] })
  return id
}
