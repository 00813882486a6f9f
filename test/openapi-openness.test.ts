/** In the API description, responses are open for later additions (decision 104), and requests are closed. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { apiDocument } from '../server/web/api-document.ts'
import { follow, type JsonSchema } from '#platform/openapi/types.ts'
import { objectsOf } from './openapi-objects.ts'
import { addFormats } from './support/document.ts'

const { document } = apiDocument()
const { schemas, examples } = document.components
const sent = [...Object.values(document.paths).flatMap((item) => Object.values(item).map(({ responses }) => responses)), document.webhooks]

it('enumerations of responses are open, except those that never grow', () => {
  const closed = [...reachableFrom(sent)].filter(([, schema]) => schema.enum !== undefined)
  expect(closed.map(([name]) => name).toSorted()).toEqual(['PriorityInput', 'StatusInput', 'ThreadPriority', 'ThreadStatus', 'Weekday'])
  expect(closed.filter(([, schema]) => schema['x-final'] !== true)).toEqual([])
  const inline = [...objectsOf(sent), ...objectsOf([...reachableFrom(sent).values()])]
  const unnamed = inline.filter(({ found }) => Array.isArray(found.enum) && found['x-final'] !== true)
  expect(unnamed.map(({ path }) => path.join('.'))).toEqual([])
})

it('enumerations of requests list their values', () => {
  const inputs = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ parameters, requestBody }) => [parameters, requestBody]),
  )
  const shared = new Set(reachableFrom(sent).keys())
  const open = [...reachableFrom(inputs, (name) => shared.has(name))].filter(([, schema]) => schema['x-extensible-enum'])
  // The shapes around these occur in responses too, and programs send back what they received.
  expect(open.filter(([name]) => !shared.has(name))).toEqual([])
  expect(schemas.ApiKeyCreate?.properties).toMatchObject({ scopes: { items: { $ref: '#/components/schemas/KeyScope' } } })
  expect(schemas.ApiKey?.properties).toMatchObject({ scopes: { items: { $ref: '#/components/schemas/AnyKeyScope' } } })
  expect(schemas.AnyKeyScope).toMatchObject({ type: 'string', 'x-extensible-enum': schemas.KeyScope?.enum })
  expect(schemas.AnyKeyScope).not.toHaveProperty('enum')
})

/** Returns the named schemas that parts of the description reference, directly or indirectly. Does not follow those in `except`. */
function reachableFrom(parts: unknown, except: (name: string) => boolean = () => false): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>()
  const visit = (part: unknown): void => {
    for (const {
      found: { $ref },
    } of objectsOf(part)) {
      if (typeof $ref !== 'string') continue
      const [, , kind, name = ''] = $ref.split('/')
      if (kind === 'responses') visit(follow(document, { $ref }))
      if (kind !== 'schemas' || found.has(name)) continue
      found.set(name, schemas[name] ?? {})
      if (!except(name)) visit(schemas[name])
    }
  }
  visit(parts)
  return found
}

it('values and types of events of later versions fit the description', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  ajv.addSchema({ components: document.components }, 'document')
  const fits = (name: string, value: unknown) => ajv.compile({ $ref: `document#/components/schemas/${name}` })(value)
  const exampleOf = (name: string) => JSON.stringify(examples[name]?.value)
  const [keys, events] = [exampleOf('ApiKeyList'), exampleOf('EventList')]
  expect(fits('ApiKeyList', JSON.parse(keys.replace(/"scopes":\["[a-z:]+"/, '"scopes":["moons:read"')))).toBe(true)
  expect(fits('EventList', JSON.parse(events.replace(/"type":"\w+\.\w+"/, '"type":"moon.risen"')))).toBe(true)
  expect(fits('EventList', JSON.parse(events.replace(/"type":"\w+\.\w+"/, '"type":7')))).toBe(false)
})
