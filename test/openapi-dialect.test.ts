/**
 * Requirements of client generators on the API description (contract, section 8; decision 21). `npm run clients` shows that they suffice.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { apiDocument } from '../server/web/api-document.ts'
import { declaredEvents } from '#platform/outbox/events.ts'
import { documentMethods, follow, type JsonSchema, type OpenapiDocument, type Parameter, type Response } from '#platform/openapi/types.ts'
import { toDialect } from '#platform/openapi/dialect.ts'
import { nameNullableObjects } from '#platform/openapi/nullable-objects.ts'
import { flattenUnion } from '#platform/openapi/flat-union.ts'
import { componentName } from '#platform/schema.ts'
import { objectsOf } from './openapi-objects.ts'
import { addFormats } from './support/document.ts'

// Safe because it is written as an OpenapiDocument.
const document = JSON.parse(apiDocument().bytes.toString('utf8')) as OpenapiDocument
const { schemas, examples } = document.components
const operations = Object.values(document.paths).flatMap((item) => documentMethods.flatMap((method) => item[method] ?? []))
const deliveries = Object.entries(document.webhooks)

it('errors have one shape, with a string as code, and one media type', () => {
  expect(schemas.ApiError?.properties).toMatchObject({
    code: { type: 'string', description: expect.stringContaining('SVC-THREAD-NOT_FOUND') },
  })
  expect(JSON.stringify(document)).not.toMatch(/"(enum|const)": ?(\[?"SVC-)|problem\+json/)
  const failures = Object.values(document.components.responses).map(({ content }) => content)
  const media = { schema: { $ref: '#/components/schemas/ErrorResponse' }, examples: expect.anything() }
  expect(failures).toEqual(failures.map(() => ({ 'application/json': media })))
})

it('an operation lists its own errors by status, and all others under `default`', () => {
  const shown = operations.map(({ operationId, responses }) => [
    operationId,
    Object.keys(responses).filter((status) => Number(status) >= 400),
  ])
  expect(shown.find(([name]) => name === 'getThread')).toEqual(['getThread', ['400', '401', '404']])
  expect(operations.filter(({ responses }) => !responses.default).map(({ operationId }) => operationId)).toEqual([])
  const tells = ({ description, 'x-error-codes': codes = {} }: (typeof operations)[number]) =>
    Object.entries(codes)
      .filter(([code, status]) => status > 401 && status !== 412 && !description.includes(code))
      .map(([code]) => code)
  expect(operations.flatMap(tells)).toEqual([])
})

it('headers of requests have no examples, which tools would send by themselves', () => {
  const headers = operations.flatMap(({ parameters = [] }) => parameters.map((part) => follow<Parameter>(document, part)))
  const withExample = headers.filter((parameter) => parameter.in === 'header' && ('example' in parameter || 'default' in parameter.schema))
  expect(withExample).toEqual([])
  expect(headers.map(({ name }) => name)).toEqual(expect.arrayContaining(['Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID']))
})

it('variables of servers have only a default, because parsers refuse a description', () => {
  expect(document.servers.map(({ variables }) => variables)).toEqual([undefined, { base_url: { default: expect.any(String) } }])
})

it('every body has a media type that all generators read', () => {
  const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses).map((response) => follow<Response>(document, response))].flatMap((body) =>
      Object.keys(body?.content ?? {}).map((type) => ({ operationId, type })),
    ),
  )
  const readable = /^(application\/(json|octet-stream)|multipart\/form-data|text\/[a-z-]+)$/
  // The body is the file itself, so generators send its bytes with this media type and need no serialiser.
  const files = [{ operationId: 'createInboundMail', type: 'message/rfc822' }]
  expect(bodies.filter(({ type }) => !readable.test(type))).toEqual(files)
})

it('bodies and envelopes are named components, and no schema has a title', () => {
  const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
    [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap((response) => Object.values(follow<Response>(document, response).content ?? {})),
    ].map(({ schema }) => ({ operationId, schema })),
  )
  const unnamed = bodies.filter(({ schema }) => !('$ref' in schema) && schema.type !== 'string')
  expect(unnamed.map(({ operationId }) => operationId)).toEqual([])
  const titled = [...objectsOf(schemas)].filter(({ path, found }) => path.at(-1) !== 'properties' && 'title' in found)
  expect(titled.map(({ path }) => path.join('.'))).toEqual([])
})

it('null occurs only beside another type, and is a constant when it is the only one', () => {
  const wrong = [...objectsOf(document)].filter(({ path, found }) => found.type === 'null' && !path.join('.').endsWith('.anyOf.1'))
  expect(wrong.map(({ path }) => path.join('.'))).toEqual([])
  const nullMembers = [...objectsOf(document)].filter(
    ({ found: { anyOf } }) => Array.isArray(anyOf) && anyOf.some((part) => part.type === 'null') && anyOf.length !== 2,
  )
  expect(
    nullMembers.map(({ path }) => path.join('.')),
    'a choice of several and null',
  ).toEqual([])
  expect(schemas.LabelResponse?.properties).toMatchObject({ error: { const: null } })
  expect(schemas.ErrorResponse?.properties).toMatchObject({ data: { const: null } })
})

it('an object with fields that may be null has a name, from its shape and field', () => {
  const nameless = [...objectsOf(document)].filter(
    ({ found: { type, properties } }) => Array.isArray(type) && type.includes('null') && typeof properties === 'object',
  )
  expect(nameless.map(({ path }) => path.join('.'))).toEqual([])
  expect(schemas.AiClassification?.properties).toMatchObject({
    priority: { description: expect.any(String), anyOf: [{ $ref: '#/components/schemas/AiClassificationPriority' }, { type: 'null' }] },
  })
  expect(schemas.AiClassificationPriority).toMatchObject({ type: 'object', required: ['value', 'confidence'] })
  expect(schemas.EmailChannelInputReceiveImap).toMatchObject({ type: 'object', additionalProperties: false })
  const nullable = { type: ['object', 'null'], properties: { id: { type: 'string' } } }
  const clash = { A: { properties: { bC: nullable } }, AB: { properties: { c: nullable } } }
  expect(() => nameNullableObjects(clash)).toThrow('The component ABC is declared twice')
})

it('no component is used under webhooks alone', () => {
  const used = new Set<string>()
  const visit = (part: unknown): void => {
    for (const { found } of objectsOf(part)) {
      for (const reference of [found.$ref, ...Object.values(found.mapping ?? {})]) {
        if (typeof reference !== 'string' || used.has(reference)) continue
        used.add(reference)
        visit(follow(document, { $ref: reference }))
      }
    }
  }
  visit(document.paths)
  const all = (['schemas', 'responses', 'parameters', 'headers'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
  )
  expect(all.filter((reference) => !used.has(reference))).toEqual([])
})

const enumerations = Object.entries(schemas).flatMap(([name, { enum: closed, 'x-extensible-enum': values = closed, ...schema }]) =>
  Array.isArray(values) ? [{ name, values: values.map(String), isOpen: !closed, schema }] : [],
)

it('every value of an enumeration is explained and has a constant of its own', () => {
  const lacking = enumerations.flatMap(({ name, values, isOpen, schema }) => {
    // Generators treat open enumerations as strings, and generate no constants.
    const [names, texts] = [isOpen ? values : schema['x-enum-varnames'], schema['x-enum-descriptions']]
    if (!Array.isArray(names) || !Array.isArray(texts)) return [name]
    const distinct = isOpen || new Set(names.map((each) => String(each).toLowerCase())).size === values.length
    const unexplained = values.filter((_, i) => String(texts[i]).length < 4 || !String(schema.description).includes(String(texts[i])))
    return unexplained.map((value) => `${name} ${value}`).concat(distinct && texts.length === values.length ? [] : `${name}: names`)
  })
  expect(lacking).toEqual([])
})

it('values that are accepted in any letter case are listed in both spellings', () => {
  const pairs = [
    ['ThreadStatus', 'StatusInput'],
    ['ThreadPriority', 'PriorityInput'],
    ['ThreadChannel', 'ChannelInput'],
    ['AuthorType', 'AuthorTypeInput'],
  ] as const
  const valuesOf = (name: string) => enumerations.find((each) => each.name === name)?.values ?? []
  for (const [shown, taken] of pairs) {
    const both = valuesOf(shown).flatMap((value) => [value.toLowerCase(), value.toUpperCase()])
    expect([...valuesOf(taken)].toSorted()).toEqual(both.toSorted())
    expect(valuesOf(taken).slice(0, valuesOf(shown).length)).toEqual(valuesOf(shown))
  }
  const byName = Object.fromEntries(pairs.flatMap(([shown, taken]) => [shown, taken].map((name) => [`#/components/schemas/${name}`, name])))
  const inputs = operations.flatMap(({ operationId, requestBody, parameters }) =>
    [...objectsOf([requestBody, parameters])].flatMap(({ found: { $ref } }) => {
      const inner = typeof $ref === 'string' ? [...objectsOf(follow(document, { $ref }))] : []
      return [$ref, ...inner.map(({ found }) => found.$ref)].flatMap((reference) => {
        const name = byName[String(reference)]
        return name && !name.endsWith('Input') ? [`${operationId} ${name}`] : []
      })
    }),
  )
  expect(inputs, 'requests that take one spelling only').toEqual([])
})

it('a request of several forms is one object, with the rules in words', () => {
  const unions = [...objectsOf([document.paths, schemas])].filter(({ found }) => 'anyOf' in found && !('discriminator' in found))
  const objects = unions.filter(({ found: { anyOf } }) => (anyOf as JsonSchema[]).filter((member) => member.type !== 'null').length > 1)
  expect(
    objects.map(({ path }) => path.join('.')),
    'generators make a class of these that requires the fields of all members',
  ).toEqual([])
  expect(schemas.ThreadCreate).toMatchObject({
    required: ['body'],
    properties: { title: expect.anything(), requester: expect.anything(), customerId: expect.anything() },
    additionalProperties: false,
    description: expect.stringContaining('- `inboxId`, `customerId`, `subject` and `body`: With ids'),
  })
  expect(schemas.ThreadBatch).not.toHaveProperty('required')
  expect(schemas.AutomationExplain?.required).toEqual(['threadId'])
})

it('members of a union that declare a field in two ways are refused', () => {
  const union = (first: JsonSchema, second: JsonSchema) => ({ anyOf: [{ properties: { at: first } }, { properties: { at: second } }] })
  expect(() => flattenUnion(union({ type: 'string' }, { type: 'integer' }))).toThrow('the field at in two ways')
  expect(flattenUnion(union({ type: 'string', description: 'One' }, { type: 'string', description: 'Two' }))).toMatchObject({
    properties: { at: { type: 'string', description: 'One' } },
  })
})

it('a choice of types lists types that exclude each other', () => {
  expect(schemas.CustomFieldValues?.additionalProperties).toMatchObject({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { const: null }, { type: 'array' }],
  })
  expect(() => toDialect({ anyOf: [{ type: 'string' }, { type: 'string' }] })).toThrow('exclude each other')
})

it('an event is one of all declared types wherever it appears', () => {
  const mapping = Object.fromEntries(
    deliveries.map(([type, { post }]) => [type, post?.requestBody?.content['application/json']?.schema.$ref]),
  )
  expect(Object.keys(mapping).toSorted()).toEqual(
    declaredEvents()
      .map(({ type }) => type)
      .toSorted(),
  )
  expect(schemas.Event).toMatchObject({ discriminator: { propertyName: 'type', mapping } })
  expect(schemas.Event?.anyOf).toEqual([...Object.values(mapping).map(($ref) => ({ $ref })), { $ref: '#/components/schemas/OtherEvent' }])
  expect(schemas.EventList?.properties).toMatchObject({ data: { items: { $ref: '#/components/schemas/Event' } } })
  const stream = document.paths['/api/v1/events/stream']?.get?.responses[200]
  expect(stream && follow<Response>(document, stream).content?.['text/event-stream']?.schema.contentSchema).toEqual({
    $ref: '#/components/schemas/Event',
  })
  expect(deliveries.map(([type, { post }]) => [type, post?.summary])).toEqual(deliveries.map(([type]) => [type, type]))
})

/** Changes without previous values. Two long lists, before and after, would exceed the size limit of an event. */
const withoutPrevious: ReadonlySet<string> = new Set(['thread.participants_changed', 'thread.followers_changed'])

it('the example of a change event shows the previous values in the object’s shape', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  ajv.addSchema({ components: document.components }, 'document')
  const wrong = declaredEvents().flatMap(({ type, object, previous }) => {
    const changes = /(\.updated|_changed|\.assigned)$/.test(type) && !withoutPrevious.has(type)
    if (!previous) return changes ? [`${type} has no previous`] : []
    const name = componentName(object) ?? ''
    const shown = JSON.stringify(Object.values(examples).find(({ value }) => JSON.stringify(value).includes(`"type":"${type}"`))?.value)
    // Safe because the shapes of objects have fields.
    const fields = schemas[name]?.properties as Record<string, JsonSchema>
    const unfit = Object.entries(previous).filter(([field, value]) => {
      const part = JSON.parse(JSON.stringify(fields[field] ?? { not: {} }).replaceAll('"$ref":"#', '"$ref":"document#'))
      return !ajv.validate(part, value)
    })
    const lacking = shown.includes(`"previous":${JSON.stringify(previous)}`) ? [] : [`${type}: not in its example`]
    return lacking.concat(unfit.map(([field]) => `${type}: ${field} is no field of ${name}, or has another form`))
  })
  expect(wrong).toEqual([])
})

it('no boolean is a constant, which Java generators turn into a text enumeration', () => {
  const constants = [...objectsOf(document)].filter(({ found }) => typeof found.const === 'boolean')
  expect(constants.map(({ path }) => path.join('.'))).toEqual([])
})

it('patterns mean the same with and without the `u` flag', () => {
  const patterns = [...objectsOf(document)].flatMap(({ path, found }) =>
    typeof found['pattern'] === 'string' && path.at(-1) !== 'properties' ? [found['pattern']] : [],
  )
  expect(patterns.length).toBeGreaterThan(10)
  expect(patterns.filter((pattern) => /\\[pPu]\{/.test(pattern))).toEqual([])
  for (const pattern of patterns) expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')], pattern).not.toThrow()
})
