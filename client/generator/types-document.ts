/**
 * Reduces the API description to the parts that the client's types need: without errors, which all have the same shape, headers, examples
 * and code samples. The types of the complete description are several times as long, and every user's compiler would have to parse them.
 */
import type { Described, DescribedOperation, DescribedSchema } from './described.ts'

export function typesDocument({ openapi, info, paths, components: { schemas, parameters } }: Described): object {
  return {
    openapi,
    info: { title: info.title, version: info.version },
    paths: mapValues(paths, (item) => mapValues(item, typesOperation)),
    components: { schemas: mapValues(schemas, closeSchema), parameters },
  }
}

/**
 * Restricts the enumerations of responses to known values, omits the unknown event type, and separates the variants of a body: types cost
 * nothing at run time, let an editor complete values, and let the compiler check them.
 */
function closeSchema(schema: DescribedSchema): DescribedSchema {
  const { 'x-extensible-enum': values, 'x-required-one-of': forms, anyOf, ...rest } = schema
  if (forms !== undefined) return { description: rest.description, anyOf: forms.map((required) => Object.assign({}, rest, { required })) }
  if (values !== undefined) return { ...rest, enum: values }
  if (anyOf === undefined) return schema
  return { ...rest, anyOf: anyOf.filter(({ $ref }) => $ref !== '#/components/schemas/OtherEvent') }
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
