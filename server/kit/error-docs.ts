/** docs/errors.md: every declared error, and which operations give it. Each row has the anchor that `docUrl` points to. */
import type { Endpoint } from './endpoint.ts'
import type { ErrorDeclaration } from './errors.ts'
import { errorsOf, headersOf, isList } from './operation-errors.ts'

export function errorDocs(endpoints: readonly Endpoint[], errors: readonly ErrorDeclaration[]): string {
  const rows = errors.map((error) => {
    const headers = headersOf(error).map((name) => `\`${name}\``).join(', ')
    return `| <a id="${error.code.toLowerCase()}"></a>\`${error.code}\` | ${error.status} | ${error.message.replaceAll('|', '\\|')} | ${headers} | ${givers(error, endpoints)} |`
  })
  return `# Errors

Generated from the declarations by \`npm run generate\`. A failure answers \`{"data": null, "error": {"code", "message", "status", "requestId", "docUrl", "details"?}}\`; with \`Accept: application/problem+json\` it comes in the form of RFC 9457. Programs decide by \`code\`; \`message\` is for people and may change. \`details\` names fields.

| Code | HTTP | Meaning | Headers | Given by |
|---|---|---|---|---|
${rows.join('\n')}
`
}

/** In words where a rule says it, otherwise by name. */
function givers(error: ErrorDeclaration, endpoints: readonly Endpoint[]): string {
  const rules: [string, (endpoint: Endpoint) => boolean][] = [
    ['every operation', () => true],
    ['every operation with credentials', ({ scope }) => scope !== 'none'],
    ['every operation with a scope', ({ scope }) => scope !== 'none' && scope !== 'any'],
    ['every POST, PATCH, PUT and DELETE', ({ method }) => method !== 'GET'],
    ['every list', isList],
  ]
  const giving = endpoints.filter((endpoint) => errorsOf(endpoint).includes(error))
  if (giving.length === 0) return 'no operation yet'
  const rule = rules.find(([, applies]) => endpoints.every((endpoint) => applies(endpoint) === giving.includes(endpoint)))
  return rule?.[0] ?? giving.map(({ operationId }) => `\`${operationId}\``).join(', ')
}
