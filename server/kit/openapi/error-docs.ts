/** Every declared error, and which operations give it: as docs/errors.md, and as the page that `docUrl` points to. */
import type { Endpoint } from '../endpoint.ts'
import type { ErrorDeclaration } from '../errors.ts'
import { errorsOf, headersOf, isList } from './operation-errors.ts'

export function errorDocs(endpoints: readonly Endpoint[], errors: readonly ErrorDeclaration[]): string {
  const rows = errors.map((error) => {
    const headers = headersOf(error)
      .map((name) => `\`${name}\``)
      .join(', ')
    return `| <a id="${error.code.toLowerCase()}"></a>\`${error.code}\` | ${error.status} | ${error.message.replaceAll('|', '\\|')} | ${headers} | ${givers(error, endpoints)} |`
  })
  return `# Errors

Generated from the declarations by \`npm run generate\`. A failure answers \`{"data": null, "error": {"code", "message", "status", "requestId", "docUrl", "details"?}}\`. Programs decide by \`code\`; \`message\` is for people and may change. \`details\` names fields.

| Code | HTTP | Meaning | Headers | Given by |
|---|---|---|---|---|
${rows.join('\n')}
`
}

/** The same as a page of HTML, served by the service itself: what an error means is read where the error came from. */
export function errorPage(endpoints: readonly Endpoint[], errors: readonly ErrorDeclaration[]): string {
  const entries = errors.map((error) => {
    const given = givers(error, endpoints).replaceAll('`', '')
    return `<section id="${error.code.toLowerCase()}"><h2>${error.code}</h2><p>${error.status} · ${escaped(error.message)}</p><p>Given by: ${escaped(given)}.</p></section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Errors of the Skein API</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1f2937}h2{font:600 1rem ui-monospace,monospace;margin:1.5rem 0 0}p{margin:.25rem 0}
section:target{background:#fef9c3;box-shadow:0 0 0 .5rem #fef9c3}</style><h1>Errors of the Skein API</h1>
<p>Programs decide by the code; the message is for people and may change.</p>${entries.join('\n')}</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
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
