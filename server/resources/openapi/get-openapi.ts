import { document, endpoint } from '../../kit/index.ts'
import { OpenapiDescription } from './schema.ts'

export const getOpenapi = endpoint({
  operationId: 'getOpenapi',
  method: 'GET',
  path: '/openapi',
  tag: 'openapi',
  scope: 'any',
  summary: 'Get this description',
  description:
    'The OpenAPI 3.1 document of this API, for generating clients. It is returned without the envelope. An installation may allow reading it without credentials.',
  responds: { 200: document(OpenapiDescription, 'The document') },
  handle: async ({ openapi }) => openapi(),
})
