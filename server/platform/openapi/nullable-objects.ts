/**
 * Names nullable objects that are declared inside another shape: `AiClassification.priority` becomes `AiClassificationPriority`. Generators
 * give an anonymous nullable object an anonymous type, which a program cannot refer to.
 */
import { reference } from './shapes.ts'
import type { JsonSchema } from './types.ts'

/** Returns the schemas with each nullable object as a component, named after the shape and the path of fields to the object. */
export function nameNullableObjects(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const named: Record<string, JsonSchema> = {}
  const within = (schema: JsonSchema, name: string): JsonSchema => {
    const { properties, items, additionalProperties } = schema
    return {
      ...schema,
      ...(isObject(properties) ? { properties: mapEntries(properties, (field, part) => nested(part, name + capitalize(field))) } : {}),
      ...(isObject(items) ? { items: nested(items, `${name}Item`) } : {}),
      ...(isObject(additionalProperties) ? { additionalProperties: nested(additionalProperties, `${name}Value`) } : {}),
    }
  }
  const nested = (part: unknown, name: string): unknown => {
    if (!isObject(part)) return part
    const schema = within(part, name)
    if (!isNullableObject(schema)) return schema
    if (name in schemas || name in named) throw new Error(`The component ${name} is declared twice`)
    named[name] = { ...schema, type: 'object' }
    return { description: schema.description, anyOf: [reference('schemas', name), { type: 'null' }] }
  }
  const parents = mapEntries(schemas, (name, schema) => within(schema, name))
  return { ...parents, ...named }
}

/** True for an object with declared fields, or null. A nullable record has no fields that need a named type. */
function isNullableObject({ type, properties }: JsonSchema): boolean {
  return Array.isArray(type) && type.includes('object') && type.includes('null') && isObject(properties)
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapEntries<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (name: string, value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(name, value)]))
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
