/** The API reference page: Scalar, from its package, renders the API document with code samples. No other file uses Scalar. */
import { readFileSync } from 'node:fs'
import packageJson from '../../../package.json' with { type: 'json' }
import { staticResponse, type StaticResponse } from '#platform/http/static-response.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { docsPage, getHeader, type LayoutOptions } from './layout.ts'

const scriptType = 'text/javascript; charset=utf-8'
const rendererPath = `/docs/assets/${packageJson.dependencies['@scalar/fastify-api-reference']}/scalar.js`
const startPath = `/docs/assets/reference.js`
export const referenceDocumentPath = '/docs/assets/reference.json'

/** CSP that allows our pages only their own script and style. */
export const contentPolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** CSP that allows the renderer to insert styles, and to call this API when a reader tries an operation. */
export const referencePolicy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Renders the page. It first lists all operations; the renderer takes some seconds to read the document and then replaces the list. */
export function referencePage(layout: LayoutOptions, document: OpenapiDocument): string {
  const about = {
    path: '/docs',
    title: 'API reference',
    description: 'Every operation of the API, with its fields, errors, scope and examples.',
  }
  return docsPage(about, layout, {
    style: 'docs reference',
    body: `${getHeader({ path: '/docs' }, layout)}
<main id="operations">
<h1>API reference</h1>
<p id="progress" role="status" hidden>Loading the fields, errors and examples of each operation…</p>
<noscript><p>You need JavaScript to see fields, errors and examples here. Without it, read the <a href="/openapi.json">OpenAPI document</a>, the <a href="/docs/guides">guides</a> and the <a href="/docs/errors">errors</a>.</p></noscript>
${operationList(document)}
</main>
<div id="reference" hidden></div>
<script src="${rendererPath}" defer></script>
<script src="${startPath}" defer></script>`,
  })
}

function operationList({ tags, paths }: OpenapiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { summary, tags: own }]) => ({ path, method, summary, tag: own?.[0] })),
  )
  return tags
    .map(({ name }) => {
      const rows = operations
        .filter(({ tag }) => tag === name)
        .map(
          ({ method, path, summary }) =>
            `<li><code>${method.toUpperCase()} ${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></li>`,
        )
      return rows.length === 0 ? '' : `<h2>${escapeHtml(name)}</h2>\n<ul>${rows.join('')}</ul>`
    })
    .join('\n')
}

/** Returns the script files, loaded on first request because the renderer is large. */
export function referenceFiles(): { path: string; response: () => StaticResponse }[] {
  const renderer = new URL('js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference'))
  return [
    { path: rendererPath, response: () => staticResponse(scriptType, readFileSync(renderer), { cache: 'immutable' }) },
    { path: startPath, response: () => staticResponse(scriptType, readFileSync(new URL('assets/reference.js', import.meta.url))) },
  ]
}
