/**
 * Reduces the API description to what the client's types need: without errors, which have one form, headers, examples and code samples. The
 * types of the whole description are several times as long, and every user's compiler would have to read them.
 */
import type { Described, DescribedOperation } from './described.ts'

export function typesDocument({ openapi, info, paths, components: { schemas, parameters } }: Described): object {
  return {
    openapi,
    info: { title: info.title, version: info.version },
    paths: mapValues(paths, (item) => mapValues(item, typesOperation)),
    components: { schemas, parameters },
  }
}

function typesOperation({ operationId, parameters, requestBody, responses }: DescribedOperation): object {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return {
    operationId,
    ...(parameters ? { parameters } : {}),
    ...(requestBody ? { requestBody: { required: requestBody.required, content: schemasOf(requestBody.content) } } : {}),
    responses: Object.fromEntries(
      successes.map(([status, { description, content = {} }]) => [status, { description, content: schemasOf(content) }]),
    ),
  }
}

function schemasOf(content: Readonly<Record<string, { schema: unknown }>>): object {
  return mapValues(content, ({ schema }) => ({ schema }))
}

function mapValues<Value, Result>(record: Readonly<Record<string, Value>>, change: (value: Value) => Result): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
