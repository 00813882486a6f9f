/** Explains field by field what is wrong with an input. */
import { didYouMean } from '../closest.ts'
import { describeShape, type ShapeDescription } from '../describe-shape.ts'
import { emailFormat, findEmailProblem } from '../email.ts'
import { ApiError, invalidId, unknownField, validationFailed, type ErrorDetail } from '../errors.ts'
import type { IdPrefix } from '../ids.ts'
import type { Shape } from '../schema.ts'

/** Maximum number of details in a response. */
export const maxDetails = 20
/** Maximum number of unknown fields per input for which to suggest a similar name. */
export const maxSuggestions = 5

type SchemaError = { keyword: string; instancePath: string; schemaPath: string; params: object; message: string }

/**
 * Returns the error for an input that does not match its schema, with a detail for each field. `others` are additional names for
 * suggestions.
 */
export function explain(schema: Shape, value: unknown, errors: readonly SchemaError[], others: readonly string[]): ApiError {
  const details = new Map<string, ErrorDetail>()
  for (const error of errors) {
    for (const detail of explainOne(schema, value, error, others)) {
      const known = details.get(detail.field)
      // For an unknown field or an invalid id, report only that, not the errors that follow from it.
      if (!known || detail.code === 'UNKNOWN_FIELD' || (detail.code === 'INVALID_ID' && known.code !== 'UNKNOWN_FIELD'))
        details.set(detail.field, detail)
    }
    if (details.size >= maxDetails) break
  }
  const fields = [...details.keys()]
  // The union allows a string or an object, and the input is an object. Report the error in the object, not the mismatch with the string.
  const isOfOtherMember = ({ field, code }: ErrorDetail): boolean =>
    code === 'WRONG_TYPE' && fields.some((other) => other.startsWith(`${field}.`))
  return failure([...details.values()].filter((detail) => !isOfOtherMember(detail)).slice(0, maxDetails))
}

export function failure(details: ErrorDetail[]): ApiError {
  if (details.some(({ code }) => code === 'UNKNOWN_FIELD')) return new ApiError(unknownField, { details })
  if (details.length > 0 && details.every(({ code }) => code === 'INVALID_ID')) return new ApiError(invalidId, { details })
  return new ApiError(validationFailed, { details })
}

function explainOne(
  schema: Shape,
  value: unknown,
  { keyword, instancePath, params, message }: SchemaError,
  others: readonly string[],
): ErrorDetail[] {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const field = dotted(path)
  const inside = (name: string): string => dotted([...path, name])
  const {
    additionalProperties = [],
    requiredProperties = [],
    limit,
    allowedValues = [],
    allowedValue,
    type,
    pattern,
    format,
  } = params as {
    additionalProperties?: string[]
    requiredProperties?: string[]
    limit?: number
    allowedValues?: unknown[]
    allowedValue?: unknown
    type?: string | string[]
    pattern?: string | RegExp
    format?: string
  }
  switch (keyword) {
    case 'additionalProperties':
      return unknownFields(additionalProperties, inside, [...fieldsAt(schema, path), ...others])
    case 'required':
      return requiredProperties.map((name) => ({ field: inside(name), code: 'REQUIRED', message: 'is required' }))
    case 'type':
      return [{ field, code: 'WRONG_TYPE', message: `must be ${([] as string[]).concat(type ?? 'of another type').join(' or ')}` }]
    case 'enum':
      return [
        { field, code: 'NOT_ALLOWED', message: `must be one of ${allowedValues.filter((each) => !String(each).includes(',')).join(', ')}` },
      ]
    case 'const':
      return [{ field, code: 'NOT_ALLOWED', message: `must be ${JSON.stringify(allowedValue)}` }]
    case 'minProperties':
    case 'maxProperties': {
      const least = keyword === 'minProperties'
      return [{ field, code: least ? 'TOO_SMALL' : 'TOO_LARGE', message: howManyFields(least, limit, fieldsAt(schema, path)) }]
    }
    case 'minLength':
    case 'minItems':
    case 'minimum':
      return [
        {
          field,
          code: 'TOO_SMALL',
          message:
            limit === 1 && keyword !== 'minimum'
              ? 'must not be empty'
              : `must ${sizes[keyword] ?? 'be'} at least ${limit}${units[keyword] ?? ''}`,
        },
      ]
    case 'maxLength':
    case 'maxItems':
    case 'maximum':
      return [{ field, code: 'TOO_LARGE', message: `must ${sizes[keyword] ?? 'be'} at most ${limit}${units[keyword] ?? ''}` }]
    case 'pattern': {
      const prefix = idPrefixAt(schema, path)
      if (prefix) return [{ field, code: 'INVALID_ID', message: `must be an id that begins with ${prefix}_` }]
      const expected = pattern instanceof RegExp ? pattern.source : pattern
      return [{ field, code: 'INVALID_FORMAT', message: expected === '\\S' ? 'must not be blank' : `must match ${expected}` }]
    }
    case 'format': {
      const problem = format === emailFormat ? findEmailProblem(String(valueAt(value, path))) : null
      return [{ field, code: 'INVALID_FORMAT', message: problem === null ? message : `must be an e-mail address: this one ${problem}` }]
    }
    case 'anyOf':
    case 'boolean':
    case 'not':
      // This error only follows from another error in the list.
      return []
    default:
      return [{ field, code: 'INVALID', message }]
  }
}

/** Returns a detail for each unknown field. `known` has the names to suggest. */
export function unknownFields(names: readonly string[], fieldOf: (name: string) => string, known: readonly string[]): ErrorDetail[] {
  return names
    .slice(0, maxDetails)
    .map((name, i) => ({
      field: fieldOf(name),
      code: 'UNKNOWN_FIELD',
      message: `is not a field of this operation${i < maxSuggestions ? didYouMean(name, known) : ''}`,
    }))
}

function howManyFields(least: boolean, limit: number | undefined, known: string[]): string {
  const amount = `${least ? 'at least' : 'at most'} ${limit === 1 ? 'one' : limit}`
  return known.length > 0 ? `must have ${amount} of ${known.join(', ')}` : `must have ${amount} ${limit === 1 ? 'field' : 'fields'}`
}

const sizes: Record<string, string> = { minItems: 'have', maxItems: 'have' }
const units: Record<string, string> = { minLength: ' characters', maxLength: ' characters', minItems: ' entries', maxItems: ' entries' }

/** Returns the names that the schema declares at a path. */
function fieldsAt(schema: Shape, path: string[]): string[] {
  const here = shapeAt(schema, path)
  return here ? [here, ...(here.anyOf ?? []).map(describeShape)].flatMap((member) => Object.keys(member.properties ?? {})) : []
}

/** Returns the shape at a path. Looks into the members of unions. */
function shapeAt(schema: Shape, path: string[]): ShapeDescription | undefined {
  let here: ShapeDescription | undefined = describeShape(schema)
  for (const part of path) {
    const members: ShapeDescription[] = [here, ...(here.anyOf ?? []).map(describeShape)]
    const next = members.map((member) => member.properties?.[part] ?? member.items).find((found) => found !== undefined)
    if (!next) return undefined
    here = describeShape(next)
  }
  return here
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((here, part) => (typeof here === 'object' && here !== null ? Reflect.get(here, part) : undefined), value)
}

function idPrefixAt(schema: Shape, path: string[]): IdPrefix | undefined {
  const here = shapeAt(schema, path)
  return here?.['x-id'] ?? here?.anyOf?.map((member) => describeShape(member)['x-id']).find((prefix) => prefix)
}

function dotted(path: string[]): string {
  return path.map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : i === 0 ? part : `.${part}`)).join('')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
