/** Front page of an installation: what it is, the first call, and links. */
import { firstKeyName } from '../../config.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import type { LayoutOptions, PageParts } from './layout.ts'
import { getPartPath } from './texts.ts'

export function homePage({ baseUrl, dashboardUrl, isOpen }: LayoutOptions): PageParts {
  const call = `curl -s ${new URL('/api/v1/threads', baseUrl).href} \\
  -H "Authorization: Bearer $(cat data/${firstKeyName})" \\
  -H 'Content-Type: application/json' \\
  -d '{"title": "The export is empty", "body": "Since Monday.",
       "requester": {"email": "ada@example.com"}}'`
  const pages = isOpen
    ? [
        { href: getPartPath('agents', null), title: 'For agents', about: 'Read and answer threads, with screens and keys.' },
        { href: getPartPath('admins', null), title: 'For admins', about: 'Connect email, invite people, set up your workspace.' },
        { href: getPartPath('developers', null), title: 'For developers', about: 'Build on Skein, and run it.' },
        { href: '/docs/guides/quick-start', title: 'Quick start', about: 'From installation to a thread, a reply and a safe retry.' },
        { href: '/docs', title: 'API reference', about: 'Every operation, with its fields, examples and a console.' },
        { href: '/docs/errors', title: 'Errors', about: 'What each error code means and how to fix it.' },
      ]
    : [{ href: '/docs/errors', title: 'Errors', about: 'What each error code means and how to fix it.' }]
  // If both have the same host, the API is there and the dashboard is not.
  const dashboard = { href: escapeHtml(dashboardUrl.href), title: 'Dashboard', about: 'Where your team answers customers.' }
  const cards = dashboardUrl.host === baseUrl.host ? pages : [dashboard, ...pages]
  const machines: [string, string][] = [
    ...(isOpen
      ? [
          ['/openapi.json', 'the OpenAPI 3.1 document'] satisfies [string, string],
          ['/llms.txt', 'all pages as Markdown'] satisfies [string, string],
        ]
      : []),
    ['/healthz', 'the process is alive'],
    ['/readyz', 'the service can take requests'],
  ]
  return {
    path: '/',
    title: 'Skein',
    description: 'Customer support with an API for everything: guides and reference of this installation.',
    content: `<h1>Skein</h1>
<p class="lead">Customer support with an API for everything. This installation’s API is at <code>${escapeHtml(new URL('/api/v1', baseUrl).href)}</code>.</p>
<ul class="cards">${cards.map(({ href, title, about }) => `<li><a href="${href}"><strong>${title}</strong><span>${about}</span></a></li>`).join('')}</ul>
<h2 id="first-call">Make your first call</h2>
<p>On the machine that runs Skein, the first tenant’s API key is in <code>./data/${firstKeyName}</code>, or in the directory that <code>DATA_DIR</code> names. Run this beside <code>data</code> to create a thread:</p>
<pre tabindex="0"><code class="language-bash">${escapeHtml(call)}</code></pre>
<h2 id="for-machines">For machines</h2>
<ul>${machines.map(([path, about]) => `<li><a href="${path}"><code>${path}</code></a>: ${about}</li>`).join('')}</ul>`,
  }
}
