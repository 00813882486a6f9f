/**
 * The API's own description: an OpenAPI 3.1 document, from which clients are generated.
 *
 * It is built from the declarations of all rooms, this one included, so this room cannot build it: the composition root
 * does, and passes it in. What is served is the committed openapi.json, byte for byte.
 */
import { room } from '../../kit/index.ts'
import { getOpenapi } from './get-openapi.ts'

export const openapi = room({ name: 'openapi', description: 'This description.', endpoints: [getOpenapi] })
