import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { skeinEventTypes, type SkeinEvent } from './index.ts'

type Schema = { properties?: Record<string, Schema>; required?: string[] }
type Webhook = { post: { requestBody: { content: { 'application/json': { schema: { $ref: string } } } } } }
// Safe because `npm run generate` writes the file, and other tests check its format.
const { webhooks, components } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as {
  webhooks: Record<string, Webhook>
  components: { schemas: Record<string, Schema> }
}

test('every event type of the document is listed here once', () => {
  expect(Object.keys(webhooks).filter((type) => !skeinEventTypes.some((known) => known === type))).toEqual([])
  expect(new Set(skeinEventTypes).size).toBe(skeinEventTypes.length)
})

/** Fields of SkeinEvent and whether each is required. The compiler checks them against the type. */
const fields = {
  event: {
    id: true,
    type: true,
    timestamp: true,
    tenantId: true,
    apiVersion: true,
    sequence: true,
    actor: true,
    cause: true,
    data: true,
    truncated: false,
  } satisfies Record<keyof Required<SkeinEvent>, boolean>,
  data: { object: true, previous: false } satisfies Record<keyof Required<SkeinEvent['data']>, boolean>,
}

test.each(Object.values(webhooks).map(({ post }) => post.requestBody.content['application/json'].schema.$ref.split('/').at(-1) ?? ''))(
  '%s of the document has the fields of SkeinEvent',
  (name) => {
    const schema = components.schemas[name]
    const fieldsOf = ({ properties = {}, required = [] }: Schema): Record<string, boolean> =>
      Object.fromEntries(Object.keys(properties).map((field) => [field, required.includes(field)]))
    expect(fieldsOf(schema ?? {})).toEqual(fields.event)
    expect(fieldsOf(schema?.properties?.['data'] ?? {})).toEqual(fields.data)
  },
)
