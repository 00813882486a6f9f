/**
 * Flattens request bodies that are a union of objects into one object with the fields of all members. Generators for Rust, Kotlin and
 * TypeScript merge the members of a union into a class that requires all of their fields, so no program could send such a request (decision
 * 21). Validation uses the union.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '../schema.ts'

type ObjectShape = { properties: Record<string, Shape>; required?: string[]; description?: string }

/**
 * Returns an object shape that accepts what each member of the union accepts, and describes the rules in its description. Returns other
 * shapes unchanged.
 */
export function flattenUnion(shape: object): object {
  const { anyOf, description, ...rest } = shape as { anyOf?: object[]; description?: string }
  if (!anyOf?.every(isObjectShape)) return shape
  const alternatives = anyOf.map((member) => `- ${getSentence(member)}`)
  const required = requiredByAll(anyOf)
  return {
    type: 'object',
    ...rest,
    ...(required.length > 0 ? { required } : {}),
    properties: mergeFields(anyOf),
    additionalProperties: false,
    // For the TypeScript client, whose types reject a body that fits no member.
    'x-required-one-of': anyOf.map((member) => member.required ?? []),
    description: [description, 'One of:', alternatives.join('\n')].filter(Boolean).join('\n\n'),
  }
}

function isObjectShape(shape: object): shape is ObjectShape {
  return 'properties' in shape
}

function requiredByAll(members: readonly ObjectShape[]): string[] {
  const [first, ...others] = members.map(({ required = [] }) => required)
  return (first ?? []).filter((name) => others.every((required) => required.includes(name)))
}

/** Merges the fields of all members. The first member to have a field provides its description. */
function mergeFields(members: readonly ObjectShape[]): Record<string, Shape> {
  const merged: Record<string, Shape> = {}
  for (const { properties } of members)
    for (const [name, shape] of Object.entries(properties)) {
      const known = merged[name]
      if (known && !isDeepStrictEqual(withoutWords(known), withoutWords(shape)))
        throw new Error(`The members of a union declare the field ${name} in two ways. Give it one shape, or two names`)
      merged[name] ??= shape
    }
  return merged
}

function withoutWords(shape: Shape): object {
  const { description: _, ...rest } = { description: undefined, ...shape }
  return rest
}

/** Describes which fields a member requires, and what the member means. */
function getSentence({ required = [], description = '' }: ObjectShape): string {
  const names = required.map((name) => `\`${name}\``)
  const last = names.pop() ?? ''
  return `${names.length > 0 ? `${names.join(', ')} and ${last}` : last}: ${description}`
}
