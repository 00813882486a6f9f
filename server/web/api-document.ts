/** The API description: the texts that belong to no single declaration, and the document built from them and all rooms. */
import { createHash } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import type { DocumentReply } from '../platform/http/endpoint.ts'
import { declaredEvents } from '../platform/outbox/events.ts'
import { withCodeSamples } from '../platform/openapi/code-samples.ts'
import { openapiDocument, type ApiWords } from '../platform/openapi/document.ts'
import { rooms } from '../resources/index.ts'

/**
 * The version of the contract, `info.version`. Raise it when the description changes after this version was released (docs/openapi-history
 * holds the released ones), and add a line to API_CHANGELOG.md. The product's version is in package.json.
 */
export const apiVersion = '1.16.0'

const description = `Skein manages customer support threads: conversations with customers, on any channel. Every feature of the product is an operation described here.

**Host.** Send requests to the API host. The dashboard runs on a separate subdomain, which must not be used as the API host: the first label of a host below the API host is read as a tenant slug, so a request that is sent to the dashboard's host fails with \`SVC-TENANT-NOT_FOUND\`.

**Credentials.** Every request carries \`Authorization: Bearer <API key>\`. Keys carry scopes: \`<resource>:<read|write|admin>\`, or bare \`read\`, \`write\`, \`admin\` for all resources; admin includes write, write includes read.

**Envelope.** One item answers \`{data, error: null}\`, a list \`{data: [], meta: {cursor, hasMore, total}}\`, a failure \`{data: null, error}\`. Every error code is explained at the \`docUrl\` of its error.

**Retries.** Every mutation accepts an \`Idempotency-Key\`. A retry with the same key gets the first answer again and has no second effect.

**Limits.** A request body is at most 1 MiB, with at most 20,000 names and values in at most 64 levels. Requests are counted per address and per tenant in windows of 60 seconds; the \`X-RateLimit\` headers are on every response.

**Webhooks.** Verify the signature over the bytes of the body, and refuse a \`webhook-timestamp\` that is more than 300 seconds off. Respond with any 2xx status within 15 seconds; otherwise Skein retries. An event can arrive more than once, with the same \`id\`.

**Ids.** Ids begin with a prefix that names their kind (\`thr_\`, \`cst_\`). Every input accepts an id with or without it.

**Two versions.** \`info.version\` is the version of this contract: it rises when operations, request bodies or responses are described differently, which by itself breaks no client and says that clients may be generated anew. Responses may gain fields, and enumerations values, within a version; requests that were accepted stay accepted. The path segment \`/api/v1\` is the only boundary of incompatible change. \`x-platform-version\` is the version of the product that serves it. It rises far more often, and the two move independently.`

const sampleOrigin = 'http://localhost:3000'

const texts: ApiWords = {
  info: {
    title: 'Skein API',
    version: apiVersion,
    'x-platform-version': packageJson.version,
    summary: 'Customer support threads, customers and everything around them.',
    description,
    contact: { name: 'Skein' },
    license: { name: 'Apache License 2.0', identifier: packageJson.license },
  },
  servers: [
    { url: '/', description: 'The installation that serves this description.' },
    {
      url: '{base_url}',
      description: 'Any other installation.',
      variables: { base_url: { default: sampleOrigin, description: 'The address of the API host: `BASE_URL` of its configuration.' } },
    },
  ],
  bearer: { bearerFormat: 'svck_…', description: 'An API key. It is shown once, when it is created.' },
}

let made: DocumentReply | undefined

/** The document as it is committed in openapi.json and served. Built once. One space of indentation keeps its changes reviewable. */
export function apiDocument(): DocumentReply {
  if (!made) {
    const bytes = Buffer.from(`${JSON.stringify(openapiDocument(texts, rooms, declaredEvents()), null, 1)}\n`)
    made = { bytes, entityTag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) }
  }
  return made
}

/** The document as the reference page shows it: with code samples, which clients and their generators do not need. */
export function referenceDocument(): string {
  const document = openapiDocument(texts, rooms, declaredEvents())
  return JSON.stringify(
    withCodeSamples(
      document,
      rooms.flatMap(({ endpoints }) => endpoints),
      sampleOrigin,
    ),
  )
}
