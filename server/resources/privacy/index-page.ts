/** Renders the readable page of an export. Escapes user input, so that no browser runs it. */
import { escapeHtml } from '#kit/escape-html.ts'
import { type ExportContext, exportParts } from '#kit/privacy/holding.ts'

/** Tenant and time on the page. */
export type ExportInfo = { tenantName: string; madeAt: string }

/** CSP that loads and runs nothing, in case some input is not escaped. */
const policy = "default-src 'none'; style-src 'unsafe-inline'"
const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
article{border-top:1px solid #ddd;padding:.75rem 0}dl{display:grid;grid-template-columns:11rem 1fr;gap:.15rem 1rem;margin:0}
dt{color:#555}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}`

export async function* indexPage(context: ExportContext, { tenantName, madeAt }: ExportInfo): AsyncGenerator<string> {
  const title = `What ${escapeHtml(tenantName)} holds of you`
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1>
<p>Put together at ${escapeHtml(madeAt)} (UTC). The directory <code>data</code> has the same for programs, as JSON; <code>files</code> has files that were sent. Copies that the service keeps for its own work (events, the search index) hold the same and are not repeated here.</p>
`
  for (const { title: heading, read } of exportParts()) {
    yield `<h2>${escapeHtml(heading)}</h2>\n`
    let count = 0
    for await (const record of read(context)) {
      yield article(record)
      count++
    }
    if (count === 0) yield '<p>Nothing.</p>\n'
  }
  yield '</body></html>\n'
}

function article(record: object): string {
  const facts = Object.entries(record).flatMap(([name, value]) =>
    isEmpty(value) ? [] : [`<dt>${escapeHtml(toWords(name))}</dt><dd>${escapeHtml(toText(value))}</dd>`],
  )
  return `<article><dl>${facts.join('')}</dl></article>\n`
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

/** Converts a field name to words: `createdAt` becomes `created at`. */
function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
