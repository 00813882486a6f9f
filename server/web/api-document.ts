/** Builds the API document from all modules and from texts that belong to no single declaration. */
import packageJson from '../../package.json' with { type: 'json' }
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import { declaredEvents } from '#platform/outbox/events.ts'
import { addCodeSamples } from '#platform/openapi/code-samples.ts'
import { staticResponse, type StaticResponse } from '#platform/http/static-response.ts'
import { openapiDocument, type ApiTexts } from '#platform/openapi/document.ts'
import { modules } from '../resources/index.ts'

/**
 * Version of the contract (`info.version`). Increment it when the document changes after this version was released (docs/openapi-history
 * has the released ones), and add a line to API_CHANGELOG.md. The product's version is in package.json.
 */
export const apiVersion = '1.28.0'

const description = `Skein manages customer support threads: conversations with customers, on any channel. Every feature of the product is an operation described here.

**Host.** Send requests to the API host. The dashboard runs on a separate subdomain, which must not be used as the API host: the first label of a host below the API host is a tenant slug, so a request to the dashboard's host fails with \`SVC-TENANT-NOT_FOUND\`.

**Credentials.** Every request carries \`Authorization: Bearer <API key>\`. Keys carry scopes: \`<resource>:<read|write|admin>\`, or bare \`read\`, \`write\`, \`admin\` for all resources; admin includes write, write includes read.

**Envelope.** A response is \`{data, error: null}\` for one item, \`{data: [], meta: {cursor, hasMore, total}}\` for a list, and \`{data: null, error}\` for a failure. The \`docUrl\` of an error explains its code.

**Retries.** Every mutation accepts an \`Idempotency-Key\`. A retry with the same key gets the first response again and has no second effect.

**Limits.** A request body is at most 1 MiB, with at most 20,000 names and values and 64 levels. Requests are counted per address and per tenant in windows of 60 seconds; the \`X-RateLimit\` headers are on every response.

**Webhooks.** Verify the signature over the bytes of the body, and refuse a \`webhook-timestamp\` that is more than 300 seconds off. Respond with any 2xx status within 15 seconds; otherwise Skein retries. An event can arrive more than once, with the same \`id\`.

**Ids.** Ids begin with a prefix that names their kind (\`thr_\`, \`cst_\`). Every input accepts an id with or without it.

**Two versions.** \`info.version\` is the version of this contract: it rises when the description of operations, request bodies or responses changes, which breaks no client; regenerate clients then. Within a version, responses may gain fields and enumerations may gain values; requests that were accepted stay accepted. Incompatible changes get another path segment than \`/api/v1\`. \`x-platform-version\` is the version of the product, which is independent and rises more often.`

const sampleOrigin = 'http://localhost:3000'

const texts: ApiTexts = {
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
      description: 'Another installation: the URL of its API host, `BASE_URL` of its configuration.',
      // Without a description, which OpenAPI 3.0 parsers reject here.
      variables: { base_url: { default: sampleOrigin } },
    },
  ],
  bearer: { bearerFormat: 'svck_…', description: 'An API key. It is shown once, when it is created.' },
  visitor: { bearerFormat: 'svwt_…', description: 'The token of a website’s visitor, from `POST /widget/sessions`.' },
}

let made: { document: OpenapiDocument; bytes: Buffer } | undefined

/** Returns the document in openapi.json, built once. Indented by one space, so that changes are easy to review. */
export function apiDocument(): { document: OpenapiDocument; bytes: Buffer } {
  if (!made) {
    const document = openapiDocument(texts, modules, declaredEvents())
    made = { document, bytes: Buffer.from(`${JSON.stringify(document, null, 1)}\n`) }
  }
  return made
}

/** Returns the document that an installation serves. Its own URL comes first, because tools that import a file know no other. */
export function servedDocument(baseUrl: URL): OpenapiDocument {
  const { document } = apiDocument()
  const [own, ...others] = document.servers
  return {
    ...document,
    servers: [{ url: baseUrl.href.replace(/\/$/, ''), description: 'This installation.' }, ...(own ? [own] : []), ...others],
  }
}

const servedResponses = new Map<string, StaticResponse>()

/** Returns the response with the document that an installation serves. */
export function servedResponse(baseUrl: URL): StaticResponse {
  const known = servedResponses.get(baseUrl.href)
  if (known) return known
  const response = staticResponse('application/json; charset=utf-8', `${JSON.stringify(servedDocument(baseUrl), null, 1)}\n`)
  servedResponses.set(baseUrl.href, response)
  return response
}

/** Returns the document for the reference page, with code samples, which clients and generators do not need. */
export function referenceDocument(): string {
  const document = openapiDocument(texts, modules, declaredEvents())
  return JSON.stringify(
    addCodeSamples(
      document,
      modules.flatMap(({ endpoints }) => endpoints),
      sampleOrigin,
    ),
  )
}
