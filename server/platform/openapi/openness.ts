/**
 * Opens the enumerations of responses. Generated clients for Python, Java, Kotlin, Rust and Go reject a response with an unlisted value, so
 * an enumeration that may grow is a string in responses, with its values in `x-extensible-enum` (decision 104). In requests it stays an
 * enumeration, so that programs cannot send other values.
 */
import { rewriteSchemas } from './rewrite.ts'
import { documentMethods, follow, type JsonSchema, type OpenapiDocument, type Operation } from './types.ts'

const schemaPrefix = '#/components/schemas/'

/** Returns the document with open enumerations in everything that the service sends, except for enumerations with `x-final`. */
export function openEnumerations(document: OpenapiDocument): OpenapiDocument {
  const { schemas, responses } = document.components
  const operations = Object.values(document.paths).flatMap((item) => documentMethods.flatMap((method) => item[method] ?? []))
  const sent = namesIn(document, [document.webhooks, responses, operations.map((operation) => operation.responses)])
  const growing = Object.keys(schemas).filter((name) => sent.has(name) && isGrowing(schemas[name]))
  // Other shapes that the service sends are open in requests, too, so that a program can send back what it received.
  const isOpen = (name: string) => sent.has(name) && !growing.includes(name)
  const requested = namesIn(
    document,
    operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    isOpen,
  )
  const openNames = new Map(growing.map((name) => [schemaPrefix + name, schemaPrefix + (requested.has(name) ? `Any${name}` : name)]))
  // Safe because only references and enumerations change.
  const open = <Part>(part: Part): Part => rewriteSchemas(part, (found) => renameReference(found, openNames)) as Part
  const named = Object.entries(schemas).flatMap(([name, schema]): [string, JsonSchema][] => {
    if (!growing.includes(name)) return [[name, sent.has(name) ? open(schema) : schema]]
    const opened: [string, JsonSchema] = [(openNames.get(schemaPrefix + name) ?? '').slice(schemaPrefix.length), openEnumeration(schema)]
    return requested.has(name) ? [[name, schema], opened] : [opened]
  })
  const openOperation = (operation: Operation): Operation => ({ ...operation, responses: open(operation.responses) })
  return {
    ...document,
    paths: mapValues(document.paths, (item) => mapValues(item, (operation) => operation && openOperation(operation))),
    webhooks: open(document.webhooks),
    components: { ...document.components, responses: open(responses), schemas: Object.fromEntries(named) },
  }
}

function isGrowing(schema: JsonSchema | undefined): boolean {
  return schema?.type === 'string' && Array.isArray(schema.enum) && schema['x-final'] !== true
}

/** Returns the open form of an enumeration: a string for clients. */
function openEnumeration({ type, enum: values, 'x-enum-descriptions': texts, description }: JsonSchema): JsonSchema {
  return {
    type,
    'x-enum-descriptions': texts,
    description: `${String(description)}\n\nLater versions add values.`,
    'x-extensible-enum': values,
  }
}

function renameReference(found: Record<string, unknown>, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const name = typeof found.$ref === 'string' ? names.get(found.$ref) : undefined
  return name === undefined ? found : { ...found, $ref: name }
}

/** Returns the names of the schemas that the parts reference, directly or indirectly. Does not descend into the schemas in `except`. */
function namesIn(document: OpenapiDocument, parts: unknown, except: (name: string) => boolean = () => false): ReadonlySet<string> {
  const names = new Set<string>()
  const followed = new Set<string>()
  const visit = (part: unknown): void => {
    rewriteSchemas(part, (found) => {
      if (typeof found.$ref === 'string' && !followed.has(found.$ref)) {
        followed.add(found.$ref)
        const name = found.$ref.startsWith(schemaPrefix) ? found.$ref.slice(schemaPrefix.length) : null
        if (name !== null) names.add(name)
        if (name === null || !except(name)) visit(follow(document, { $ref: found.$ref }))
      }
      return found
    })
  }
  visit(parts)
  return names
}

function mapValues<Item extends object>(record: Item, change: (value: Item[keyof Item]) => Item[keyof Item]): Item {
  // Safe because the keys do not change, and each value keeps its type.
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)])) as Item
}
