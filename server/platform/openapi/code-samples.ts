/**
 * Generates code samples for each operation: curl, TypeScript with the published client, and Python. They use the operation's own examples.
 */
import type { ResponseDeclaration, Endpoint } from '../http/declared-endpoint.ts'
import { literal, type Notation } from './literals.ts'
import { firstExample } from './shapes.ts'
import type { CodeSample, OpenapiDocument, Operation, Parameter, Reference } from './types.ts'
import { apiPrefix } from '../http/handle-call.ts'

type Call = {
  operationId: string
  method: string
  /** Path from the root of the host, with parameters in braces. */
  path: string
  pathValues: Readonly<Record<string, string>>
  /** The required query parameters. */
  query: Readonly<Record<string, string>>
  body: unknown
  /** Media type of a body that is a file; null for any other body. */
  media: string | null
  /** Fields of a form, without its file; null for JSON. */
  form: Readonly<Record<string, unknown>> | null
  hasCredentials: boolean
  responseKind: ResponseDeclaration['kind']
}

/** Adds samples for each of `endpoints` to the document. */
export function addCodeSamples(document: OpenapiDocument, endpoints: readonly Endpoint[], origin: string): OpenapiDocument {
  const paths = { ...document.paths }
  for (const endpoint of endpoints) {
    const path = apiPrefix + endpoint.path
    // Safe because a lower-case method is the key of its operation.
    const method = endpoint.method.toLowerCase() as keyof (typeof paths)[string]
    const operation: Operation | undefined = paths[path]?.[method]
    if (!operation) throw new Error(`The document has no ${endpoint.operationId}`)
    const samples = codeSamples(endpoint, operation.parameters ?? [], origin)
    paths[path] = { ...paths[path], [method]: { ...operation, 'x-codeSamples': samples } }
  }
  return { ...document, paths }
}

/** Returns the samples of an operation. `origin` is the origin of the URLs in them. */
function codeSamples(endpoint: Endpoint, parameters: readonly (Parameter | Reference)[], origin: string): CodeSample[] {
  const call = getCall(endpoint, parameters)
  return [
    { lang: 'shell', label: 'curl', source: curl(call, origin) },
    { lang: 'typescript', label: 'TypeScript', source: typescript(call, origin) },
    { lang: 'python', label: 'Python', source: python(call, origin) },
  ]
}

function getCall(
  { operationId, method, path, scope, body, form, responds }: Endpoint,
  parameters: readonly (Parameter | Reference)[],
): Call {
  const valuesIn = (place: Parameter['in']): Record<string, string> =>
    Object.fromEntries(
      parameters.flatMap((parameter) => {
        if ('$ref' in parameter || parameter.in !== place || !parameter.required) return []
        if (parameter.example === undefined) throw new Error(`${operationId}: ${parameter.name} needs an example`)
        return [[parameter.name, String(parameter.example)]]
      }),
    )
  const { file: _, ...fields } = (form && body ? Object(firstExample(body)) : {}) as Record<string, unknown>
  return {
    operationId,
    method,
    media: form?.media ?? null,
    form: form && !form.media ? fields : null,
    path: apiPrefix + path,
    pathValues: valuesIn('path'),
    query: valuesIn('query'),
    body: form ? undefined : body && firstExample(body),
    hasCredentials: scope !== 'none',
    responseKind: Object.values(responds)[0]?.kind ?? 'item',
  }
}

function urlOf({ path, pathValues, query }: Call, origin: string): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathValues[name] ?? ''))
  const search = new URLSearchParams(query)
  return `${origin}${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** Name of the file that form samples upload. */
const exampleFile = 'export.csv'
/** Name of the file that samples send as the body. */
const exampleMail = 'mail.eml'

const inJson: Notation = { null: 'null', true: 'true', false: 'false', quote: '"', bareKeys: false, lastComma: false, indent: '  ' }

function curl(call: Call, origin: string): string {
  const { method, body, form, media, hasCredentials, responseKind } = call
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  const verb = method === 'GET' || (method === 'POST' && (form || media || body !== undefined)) ? '' : `-X ${method} `
  return [
    `curl ${responseKind === 'stream' ? '-N ' : ''}${verb}${quoted(urlOf(call, origin))}`,
    ...(hasCredentials ? ['-H "Authorization: Bearer $SKEIN_API_KEY"'] : []),
    ...(method === 'GET' ? [] : ['-H "Idempotency-Key: $(uuidgen)"']),
    ...(form
      ? [`-F ${quoted(`file=@${exampleFile}`)}`, ...Object.entries(form).map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`)]
      : []),
    ...(media ? [`-H 'Content-Type: ${media}'`, `--data-binary @${exampleMail}`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(literal(body, inJson))}`]),
  ].join(' \\\n  ')
}

const inTypeScript: Notation = { null: 'null', true: 'true', false: 'false', quote: "'", bareKeys: true, lastComma: true, indent: '  ' }

function typescript(call: Call, origin: string): string {
  const { operationId, pathValues, query, body, form, media, hasCredentials, responseKind } = call
  const parts = Object.entries({ path: pathValues, query }).filter(([, values]) => Object.keys(values).length > 0)
  const request = { ...Object.fromEntries(parts), ...(body === undefined ? {} : { body }) }
  const formed = form && `{ body: { file: await openAsBlob('${exampleFile}'), ${literal(form, inTypeScript).slice(2, -2)} } }`
  const mailed = media && `{ ${literal(request, inTypeScript).slice(2, -2)}, body: await openAsBlob('${exampleMail}') }`
  const called = `skein.${operationId}(${formed ?? mailed ?? (Object.keys(request).length === 0 ? '' : literal(request, inTypeScript))})`
  return `${form || media ? "import { openAsBlob } from 'node:fs'\n" : ''}import { createSkeinClient } from '@skein/client'

const skein = createSkeinClient({ baseUrl: '${origin}', apiKey: ${hasCredentials ? `process.env.SKEIN_API_KEY ?? ''` : 'null'} })
${
  ['list', 'stream', 'lines'].includes(responseKind)
    ? `for await (const ${responseKind === 'stream' ? 'event' : 'item'} of ${called}) {\n  console.log(${responseKind === 'stream' ? 'event' : 'item'})\n}`
    : responseKind === 'csv'
      ? `for await (const text of ${called}) {\n  process.stdout.write(text)\n}`
      : `const { data } = await ${called}\nconsole.log(data)`
}`
}

const inPython: Notation = { null: 'None', true: 'True', false: 'False', quote: '"', bareKeys: false, lastComma: true, indent: '    ' }

function python(call: Call, origin: string): string {
  const { method, body, form, media, hasCredentials, responseKind } = call
  const writes = method !== 'GET'
  const headers = [
    ...(hasCredentials ? [`"Authorization": f"Bearer {os.environ['SKEIN_API_KEY']}"`] : []),
    ...(writes ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(media ? [`"Content-Type": "${media}"`] : []),
  ]
  const lines = [
    `"${urlOf(call, origin)}"`,
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(form ? [`files={"file": open("${exampleFile}", "rb")}`, `data=${literal(form, inPython, 1)}`] : []),
    ...(media ? [`data=open("${exampleMail}", "rb")`] : []),
    ...(body === undefined ? [] : [`json=${literal(body, inPython, 1)}`]),
    ['stream', 'lines', 'csv'].includes(responseKind) ? 'stream=True' : 'timeout=30',
  ]
  const shown = {
    item: 'print(response.json()["data"])',
    list: 'for item in response.json()["data"]:\n    print(item)',
    document: 'print(response.json())',
    stream: 'for line in response.iter_lines(decode_unicode=True):\n    if line.startswith("data:"):\n        print(line)',
    lines: 'for line in response.iter_lines(decode_unicode=True):\n    print(line)',
    csv: 'for line in response.iter_lines(decode_unicode=True):\n    print(line)',
  }[responseKind]
  const modules = [...(hasCredentials ? ['os'] : []), ...(writes ? ['uuid'] : [])].map((name) => `import ${name}\n`).join('')
  return `${modules}${modules === '' ? '' : '\n'}import requests

response = requests.${method.toLowerCase()}(
${lines.map((line) => `    ${line},\n`).join('')})
response.raise_for_status()
${shown}`
}
