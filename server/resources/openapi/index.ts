/**
 * The API's own description: an OpenAPI 3.1 document, from which clients are generated.
 *
 * It is written from the declarations of all rooms, this one included, so this room cannot write it: the composition root
 * does and hands it in. What is served is the committed openapi.json to the byte.
 */
import { room } from '../../kit/index.ts'
import { getOpenapi } from './get-openapi.ts'

export const openapi = room({ name: 'openapi', description: 'This description, for machines.', endpoints: [getOpenapi] })
