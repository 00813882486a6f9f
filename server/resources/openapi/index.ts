/**
 * The API's own description: an OpenAPI 3.1 document, from which clients are generated.
 *
 * The document describes every module, including this one, so this module cannot build it without an import cycle. The start-up code passes
 * it in. The service responds with the committed openapi.json, byte for byte.
 */
import { module } from '#kit/module.ts'
import { getOpenapi } from './get-openapi.ts'

export const openapi = module({ name: 'openapi', description: 'This description.', endpoints: [getOpenapi] })
