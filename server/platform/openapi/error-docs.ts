/**
 * Generates docs/errors.md: every declared error with its causes, its remedy, and the operations that return it. It is the page at
 * `docUrl`.
 */
import type { Endpoint } from '../http/declared-endpoint.ts'
import type { ErrorDeclaration } from '../errors.ts'
import { STATUS_CODES } from '../http/node-http.ts'
import { getErrors, getHeaders, isList, isWithoutScope } from './operation-errors.ts'

/** Returns the Markdown. An error's heading is its code, so that its anchor is the code in lower case, as on GitHub. */
export function errorDocs(endpoints: readonly Endpoint[], errors: readonly ErrorDeclaration[]): string {
  const statuses = [...new Set(errors.map(({ status }) => status))]
  const sections = statuses.map((status) => {
    const entries = errors.filter((error) => error.status === status).map((error) => getEntry(error, endpoints))
    return `## ${status} ${STATUS_CODES[status] ?? ''}\n\n${entries.join('\n')}`
  })
  return `# Errors

Every error of the API, with its cause and its solution. Programs use \`code\`; \`message\` is for people and may change.

\`\`\`json
{"data": null, "error": {"code": "SVC-THREAD-NOT_FOUND", "message": "There is no such thread.", "status": 404, "requestId": "…", "docUrl": "…"}}
\`\`\`

\`details\` names the invalid fields, \`requestId\` identifies the request in the log, and \`docUrl\` links to the error on this page. The [guide on errors](guides/errors.md) shows how to handle errors in a program.

${sections.join('\n')}`
}

function getEntry(error: ErrorDeclaration, endpoints: readonly Endpoint[]): string {
  const headers = [...getHeaders(error).map((name) => `\`${name}\``), ...(error.mayHave ?? []).map((name) => `sometimes \`${name}\``)]
  return `### ${error.code}

${error.message}

- **Cause:** ${error.cause}
- **Solution:** ${error.cure}
- **Returned by:** ${givers(error, endpoints)}.${headers.length > 0 ? `\n- **Headers:** ${headers.join(', ')}` : ''}
`
}

/** Describes the operations that return an error: by a rule if one covers them, otherwise by name. */
function givers(error: ErrorDeclaration, endpoints: readonly Endpoint[]): string {
  const rules: [string, (endpoint: Endpoint) => boolean][] = [
    ['every operation', () => true],
    ['every operation with credentials', ({ scope }) => scope !== 'none'],
    ['every operation for users and API keys', ({ scope }) => scope !== 'none' && scope !== 'visitor'],
    ['every operation for visitors of a website', ({ scope }) => scope === 'visitor'],
    ['every operation with a scope', ({ scope }) => !isWithoutScope(scope)],
    ['every operation that needs a session', ({ scope }) => scope === 'session'],
    ['every POST, PATCH, PUT and DELETE', ({ method }) => method !== 'GET'],
    ['every list', isList],
  ]
  const giving = endpoints.filter((endpoint) => getErrors(endpoint).includes(error))
  if (giving.length === 0) return 'no operation yet'
  const rule = rules.find(([, applies]) => endpoints.every((endpoint) => applies(endpoint) === giving.includes(endpoint)))
  return rule?.[0] ?? giving.map(({ operationId }) => `\`${operationId}\``).join(', ')
}
