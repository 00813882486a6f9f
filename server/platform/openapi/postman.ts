/** Builds a Postman collection (format 2.1) of the API: a folder per tag, with the operations' examples. */
import { documentMethods, follow, type OpenapiDocument, type Operation, type Parameter } from './types.ts'

type Variable = { key: string; value: string; description?: string; disabled?: boolean }

/** Builds the collection. Its variables are the installation's URL and the API key, which the reader fills in. */
export function postmanCollection(document: OpenapiDocument, baseUrl: string): object {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    documentMethods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  )
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(({ path, method, operation }) => getRequest(document, path, method, operation)),
  }))
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return {
    info: { name: document.info.title, description: document.info.description, version: document.info.version, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '' },
    ] satisfies Variable[],
    item: folders,
  }
}

function getRequest(document: OpenapiDocument, path: string, method: string, operation: Operation): object {
  const parameters = (operation.parameters ?? []).map((parameter) => follow<Parameter>(document, parameter))
  const of = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const body = bodyOf(document, operation)
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      ...(operation.security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: [...(body?.header ?? []), ...of('header').map(toVariable)],
      url: {
        raw: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: path
          .slice(1)
          .replaceAll(/\{(\w+)\}/g, ':$1')
          .split('/'),
        query: of('query').map(toVariable),
        variable: of('path').map(({ name, description, example }) => ({ key: name, value: String(example ?? ''), description })),
      },
      ...(body ? { body: body.body } : {}),
    },
  }
}

/** Converts a parameter to a variable. Optional parameters are listed but disabled. */
function toVariable({ name, description, required, example }: Parameter): Variable {
  const value = example === undefined ? '' : typeof example === 'object' ? JSON.stringify(example) : String(example)
  return { key: name, value, description, disabled: !required }
}

function bodyOf(document: OpenapiDocument, { requestBody }: Operation): { header: Variable[]; body: object } | null {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || !media) return null
  const first = Object.values(media.examples ?? {})[0]
  const example = first && follow(document, first).value
  const header = [{ key: 'Content-Type', value: type }]
  if (type === 'application/json') return { header, body: { mode: 'raw', raw: JSON.stringify(example, null, 2) } }
  if (type !== 'multipart/form-data') return { header, body: { mode: 'file' } }
  // Postman sets a form's Content-Type itself, because it chooses the boundary.
  const fields = Object.entries(Object(example)).filter(([name]) => name !== 'file')
  const formdata = [{ key: 'file', type: 'file', src: [] }, ...fields.map(([key, value]) => ({ key, type: 'text', value: String(value) }))]
  return { header: [], body: { mode: 'formdata', formdata } }
}
