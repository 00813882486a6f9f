/** A small API description, and functions that change it, for the tests of the compatibility check. */
import type { OpenapiDocument } from '#platform/openapi/types.ts'

/** A small API description: one read and one write of a note, and an event. */
export const contract = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1.2.0', 'x-platform-version': '0.1.0' },
  paths: {
    '/notes/{id}': {
      get: {
        operationId: 'getNote',
        'x-required-scope': 'notes:read',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'lang', in: 'query', required: false, schema: { type: 'string', enum: ['de', 'en'] } },
        ],
        responses: {
          200: {
            headers: { ETag: { required: true, schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      patch: {
        operationId: 'updateNote',
        'x-required-scope': 'notes:write',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { anyOf: [{ $ref: '#/components/schemas/NoteUpdate' }, { $ref: '#/components/schemas/NoteMove' }] },
            },
          },
        },
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } } },
      },
    },
  },
  webhooks: {
    'note.created': {
      post: {
        operationId: 'onNoteCreated',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { object: { $ref: '#/components/schemas/Note' } } } } },
        },
        responses: {},
      },
    },
  },
  components: {
    responses: {
      NotFound: {
        'x-error-codes': { GONE: 404, NEVER: 404 },
        content: { 'application/json': { schema: { type: 'object', properties: { code: { type: 'string' } } } } },
      },
    },
    schemas: {
      Color: { type: 'string', enum: ['red', 'green'] },
      ShownColor: { type: 'string', 'x-extensible-enum': ['red', 'green'] },
      Stage: { type: 'string', enum: ['draft', 'done'] },
      Note: {
        type: 'object',
        required: ['id', 'text', 'color', 'tags'],
        properties: {
          id: { type: 'string', pattern: '^not_' },
          text: { type: 'string' },
          color: { $ref: '#/components/schemas/ShownColor' },
          stage: { $ref: '#/components/schemas/Stage' },
          tags: { type: 'array', items: { type: 'string' } },
          at: { type: 'string', format: 'date-time' },
          parent: { anyOf: [{ $ref: '#/components/schemas/Note' }, { type: 'null' }] },
          place: { type: ['object', 'null'], required: ['city'], properties: { city: { type: 'string' } } },
          size: { type: 'integer' },
          items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
          link: { $ref: '#/components/schemas/Link' },
        },
      },
      Item: {
        anyOf: [{ $ref: '#/components/schemas/NoteItem' }, { type: 'object', properties: { kind: { type: 'string' } } }],
        discriminator: { propertyName: 'kind', mapping: { note: '#/components/schemas/NoteItem' } },
      },
      Link: {
        oneOf: [{ $ref: '#/components/schemas/NoteItem' }],
        discriminator: { propertyName: 'kind', mapping: { note: '#/components/schemas/NoteItem' } },
      },
      NoteItem: { type: 'object', required: ['kind'], properties: { kind: { const: 'note' } } },
      NoteUpdate: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        properties: {
          text: { type: 'string', minLength: 1, maxLength: 100 },
          color: { $ref: '#/components/schemas/Color' },
          size: { type: 'integer', maximum: 9 },
          extra: { type: 'object', propertyNames: { pattern: '^x_' }, additionalProperties: { type: 'string' } },
        },
      },
      NoteMove: { type: 'object', additionalProperties: false, required: ['to'], properties: { to: { type: 'string' } } },
    },
  },
}

type Contract = typeof contract
/** Safe because the checker reads only these parts of a document. */
export const asDocument = (small: unknown): OpenapiDocument => small as OpenapiDocument
/** Returns a copy of the description after `change`. The type of the copy is loose, because changes add and remove parts. */
export function changeContract(change: (copy: Loose) => void): OpenapiDocument {
  // Safe because a structured clone has the shape of its original.
  const copy = structuredClone(contract) as unknown as Loose
  change(copy)
  return asDocument(copy)
}
type Part = { [name: string]: Part } & { push(part: unknown): void; splice(at: number, count: number): void }
export type Loose = Part & Record<keyof Contract, Part>

export const at = (root: Part, path: string): Part =>
  path.split('.').reduce((part, name) => part[name.replaceAll('|', '.')] ?? missing(name), root)
export const schemas = (path: string) => `components.schemas.${path}`
export const read = 'paths./notes/{id}.get'
export const write = 'paths./notes/{id}.patch'

function missing(name: string): never {
  throw new Error(`The contract has no ${name}`)
}

/** Sets a part; undefined removes it. */
export function set(path: string, value: unknown): (copy: Loose) => void {
  return (copy) => {
    const names = path.split('.')
    const last = (names.pop() ?? '').replaceAll('|', '.')
    const parent = at(copy, names.join('.'))
    if (value === undefined) Reflect.deleteProperty(parent, last)
    else Reflect.set(parent, last, value)
  }
}
