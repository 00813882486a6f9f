/** Generates the client's files from the API description. `npm run generate` writes them, and a test fails when they are outdated. */
import openapiTypescript, { astToString } from 'openapi-typescript'
import type { Described, DescribedOperation } from './described.ts'
import { namespacesText } from './namespaces-text.ts'
import { csvMediaType, linesMediaType } from '../read-lines.ts'
import { typesDocument } from './types-document.ts'

/** Returns the contents of the generated files, by path from the repository's root. */
export async function clientFiles(document: Described): Promise<Record<string, string>> {
  // Safe because the reduced description is still a valid OpenAPI 3.1 document. A request field with a default is optional.
  const types = await openapiTypescript(typesDocument(document) as never, { silent: true, defaultNonNullable: false })
  return {
    'client/generated/openapi.ts': file('Every operation and shape, by openapi-typescript.', astToString(types)),
    'client/generated/operations.ts': file('Every operation: its method, path, scope and kind of response.', operationTable(document)),
    'client/generated/namespaces.ts': file('The operations of each namespace.', namespacesText(document)),
    'client/generated/shapes.ts': file('Every shape by its name.', shapes(document)),
    'client/generated/error-codes.ts': file('Every error code.', errorCodes(document)),
    'client/generated/event-types.ts': file('Every type of event.', eventTypes(document)),
  }
}

function file(what: string, text: string): string {
  return `/** ${what} Made of openapi.json by \`npm run generate\`: changes are overwritten. */\n${text.trimEnd()}\n`
}

function operationTable({ paths, components }: Described): string {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { operationId, summary, description } = operation
      if (operationId === 'request') throw new Error('The client has a method of this name already')
      const words = comment([summary, '', ...description.split('\n'), '', `\`${method.toUpperCase()} ${path}\``])
      return `${words}\n  ${operationId}: { method: '${method.toUpperCase()}', path: '${path}', scope: '${operation['x-required-scope']}', ${describeResponse(operation, components)} },`
    }),
  )
  return `export const operationTable = {\n${entries.join('\n')}\n} as const`
}

/**
 * Response type of an operation: `returns` is the kind of envelope, `pieces` the type of the pieces that precede it, `streams` the type of
 * its events' data, `lines` the type of each line.
 */
function describeResponse({ operationId, responses }: DescribedOperation, { schemas }: Described['components']): string {
  const contents = Object.entries(responses).flatMap(([status, { content = {} }]) => (status.startsWith('2') ? [content] : []))
  const stream = contents.find((content) => content['text/event-stream'])?.['text/event-stream']?.schema
  const pieces = stream?.contentSchema?.$ref && nameOf(stream.contentSchema.$ref)
  if (pieces && contents.some((content) => content['application/json'])) return `returns: 'item', pieces: '${pieces}'`
  if (stream?.contentSchema?.$ref) return `streams: '${nameOf(stream.contentSchema.$ref)}'`
  const lines = contents.find((content) => content[linesMediaType])?.[linesMediaType]?.schema
  if (lines?.contentSchema?.$ref) return `lines: '${nameOf(lines.contentSchema.$ref)}'`
  if (contents.some((content) => content[csvMediaType])) return `returns: 'csv'`
  const envelope = contents.map((content) => content['application/json']?.schema.$ref).find((ref) => ref !== undefined)
  if (envelope === undefined) throw new Error(`${operationId} declares no response that the client can read`)
  const { properties = {} } = schemas[nameOf(envelope)] ?? {}
  if (properties['data'] && properties['meta']) return `returns: 'list'`
  return properties['data'] && properties['error'] ? `returns: 'item'` : `returns: 'document'`
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}

function shapes({ components }: Described): string {
  const lines = Object.entries(components.schemas).map(([name, { description = '' }]) => {
    if (!/^[A-Z]\w*$/.test(name)) throw new Error(`The shape ${name} has no name that a type can have`)
    const words = description.split('\n')[0] ?? ''
    return `${words === '' ? '' : `${comment([words], '')}\n`}export type ${name} = components['schemas']['${name}']`
  })
  return `import type { components } from './openapi.ts'\n\n${lines.join('\n')}`
}

function errorCodes({ components, paths }: Described): string {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const parts = [...Object.values(components.responses), ...operations]
  const codes = new Set(parts.flatMap((part) => Object.keys(part['x-error-codes'] ?? {})))
  return `export type KnownErrorCode =\n${[...codes]
    .toSorted()
    .map((code) => `  | '${code}'`)
    .join('\n')}`
}

function eventTypes({ webhooks }: Described): string {
  return `export const eventTypes = [\n${Object.keys(webhooks)
    .map((type) => `  '${type}',`)
    .join('\n')}\n] as const`
}

function comment(lines: readonly string[], indent = '  '): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 1) return `${indent}/** ${safe[0]} */`
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`).join('\n')}\n${indent} */`
}
