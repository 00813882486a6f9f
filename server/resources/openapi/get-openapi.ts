import { document } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { component, Type } from '#platform/schema.ts'

export const OpenapiDescription = component(
  'OpenapiDescription',
  Type.Object(
    {
      openapi: Type.String({ pattern: '^3\\.1\\.\\d+$', description: 'The version of OpenAPI.' }),
      info: Type.Object(
        {
          title: Type.String({ description: 'The name of the API.' }),
          version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$', description: 'The version of the API contract.' }),
          'x-platform-version': Type.String({ description: 'The version of the installation.' }),
        },
        { additionalProperties: true, description: 'The name and version of the API.' },
      ),
      paths: Type.Object({}, { additionalProperties: true, description: 'The operations, by path and method.' }),
    },
    {
      additionalProperties: true,
      description: 'An OpenAPI 3.1 document.',
      examples: [{ openapi: '3.1.0', info: { title: 'Skein API', version: '1.14.0', 'x-platform-version': '0.1.0' }, paths: {} }],
    },
  ),
)

export const getOpenapi = endpoint.document({
  operationId: 'getOpenapi',
  path: '/openapi',
  tag: 'openapi',
  scope: 'any',
  summary: 'Get this description',
  description:
    'Returns the OpenAPI 3.1 document of this API, for generating clients, without the envelope. An installation may allow ' +
    'reading it without credentials.',
  responds: { 200: document(OpenapiDescription, 'The document') },
  handle: async ({ openapi }) => openapi(),
})
