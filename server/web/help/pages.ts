/** Renders the pages of the help centre as HTML. */
import { escapeHtml as e } from '../../kit/escape-html.ts'
import { isoTime } from '../../platform/time.ts'
import {
  articlePath,
  collectionPath,
  helpPath,
  type Found,
  type LeafRow,
  type RenderedBody,
  type ShelfRow,
} from '../../resources/kb/index.ts'
import { homePath, layOut, searchForm, type Frame, type Scene } from './layout.ts'
import { leavesIn, pathTo, shelvesIn } from './library.ts'
import { wordsOf } from './words.ts'

export function homePage(scene: Scene): string {
  const { library, locale } = scene
  const { words } = wordsOf(locale)
  const loose = leavesIn(library, locale, null)
  const shelves = shelvesIn(library, locale, null)
  const cards = shelves.map(({ shelf, count }) => card(scene, shelf, count))
  const content = `<section class="hero"><div class="wide"><h1>${e(words.question)}</h1>${searchForm(scene, '')}</div></section>
<div class="wide">
${cards.length > 0 ? `<ul class="cards">${cards.join('')}</ul>` : ''}
${loose.length > 0 ? `${cards.length > 0 ? `<h2>${e(words.more)}</h2>` : ''}${listOf(loose)}` : ''}
${cards.length + loose.length === 0 ? `<p class="quiet">${e(words.empty)}</p>` : ''}
</div>`
  const alternates = library.locales.map((other) => ({ locale: other, path: homePath(library, other) }))
  return layOut(scene, {
    title: library.name,
    description: `${library.name}: ${words.title}`,
    content,
    canonical: homePath(library, locale),
    alternates,
    ownSearch: true,
  })
}

export function collectionPage(scene: Scene, shelf: ShelfRow): string {
  const { library, locale } = scene
  const { words } = wordsOf(locale)
  const cards = shelvesIn(library, locale, shelf.id).map(({ shelf: inner, count }) => card(scene, inner, count))
  const leaves = leavesIn(library, locale, shelf.id)
  const content = `<div class="wide">${crumbs(scene, pathTo(library, shelf.parentId))}
<h1>${e(shelf.name)}</h1>${shelf.description ? `<p class="lead">${e(shelf.description)}</p>` : ''}
${leaves.length > 0 ? listOf(leaves) : ''}
${cards.length > 0 ? `<ul class="cards">${cards.join('')}</ul>` : ''}
${leaves.length + cards.length === 0 ? `<p class="quiet">${e(words.empty)}</p>` : ''}</div>`
  const alternates = library.locales
    .filter((other) => other === locale || leavesIn(library, other, shelf.id).length > 0)
    .map((other) => ({ locale: other, path: collectionPath(other, shelf.slug) }))
  return layOut(scene, {
    title: shelf.name,
    description: shelf.description ?? shelf.name,
    content,
    canonical: collectionPath(locale, shelf.slug),
    alternates,
  })
}

export function articlePage(scene: Scene, leaf: LeafRow, body: RenderedBody, voted: boolean): string {
  const { library, locale } = scene
  const { words } = wordsOf(locale)
  const path = articlePath(leaf)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: library.timezone }).format(
    new Date(isoTime(leaf.publishedAt)),
  )
  const related = leavesIn(library, locale, leaf.collectionId).filter(({ id }) => id !== leaf.id)
  const content = `<div class="wide reading">
<article>${crumbs(scene, pathTo(library, leaf.collectionId))}
<h1>${e(leaf.title)}</h1>
<p class="quiet">${e(words.updated)} <time datetime="${isoTime(leaf.publishedAt)}">${e(date)}</time></p>
${contentsOf(body, words.contents, 'short')}
<div class="text">${body.html}</div>
${voting(path, words, voted)}
</article>
<aside>${contentsOf(body, words.contents, 'long')}${
    related.length > 0 ? `<nav aria-label="${e(words.related)}"><h2>${e(words.related)}</h2>${listOf(related.slice(0, 8))}</nav>` : ''
  }</aside>
</div>`
  const alternates = [...library.leaves.values()]
    .filter(({ original }) => original === leaf.original)
    .map((other) => ({ locale: other.locale, path: articlePath(other) }))
  const description = body.text.replaceAll(/\s+/g, ' ').slice(0, 160)
  return layOut(scene, { title: leaf.title, description, content, canonical: path, alternates: alternates.length > 1 ? alternates : [] })
}

export function searchPage(scene: Scene, query: string, { hits, total }: { hits: readonly Found[]; total: number }): string {
  const { words } = wordsOf(scene.locale)
  const items = hits.map((hit) => {
    const part = hit.matches.find(({ field }) => field === 'body')
    const title = hit.matches.find(({ field }) => field === 'title')
    return `<li><a href="${e(articlePath(hit))}">${title ? marked(title) : e(hit.title)}</a>${part ? `<p>${marked(part)}</p>` : ''}</li>`
  })
  const heading = query === '' ? words.search : total === 0 ? words.nothing(query) : words.results(total, query)
  const content = `<div class="wide narrow">${crumbs(scene, [])}<h1>${e(heading)}</h1>${searchForm(scene, query)}
${total === 0 && query !== '' ? `<p class="quiet">${e(words.nothingHint)}</p>` : ''}
<ol class="hits">${items.join('')}</ol></div>`
  return layOut(scene, { title: heading, description: heading, content, canonical: null, ownSearch: true })
}

/** Renders the page for a URL without content, or for a closed help centre. */
export function missingPage(scene: Frame, text?: string): string {
  const { words } = wordsOf(scene.locale)
  const content =
    text === undefined
      ? `<div class="wide narrow">${crumbs(scene, [])}<h1>${e(words.missing)}</h1><p>${e(words.missingHint)}</p>${searchForm(scene, '')}</div>`
      : `<div class="wide narrow"><h1>${e(text)}</h1></div>`
  return layOut(scene, { title: words.missing, description: words.missing, content, canonical: null, ownSearch: true })
}

function voting(path: string, words: ReturnType<typeof wordsOf>['words'], voted: boolean): string {
  if (voted) return `<p class="vote" id="feedback" role="status">${e(words.thanks)}</p>`
  return `<form class="vote" id="feedback" method="post" action="${e(path)}/feedback"><p>${e(words.helpful)}</p>
<button name="helpful" value="yes">${e(words.yes)}</button><button name="helpful" value="no">${e(words.no)}</button></form>`
}

function card({ locale }: Scene, { name, slug, description }: ShelfRow, count: number): string {
  const { words } = wordsOf(locale)
  return `<li><a href="${e(collectionPath(locale, slug))}"><strong>${e(name)}</strong>${description ? `<span>${e(description)}</span>` : ''}<small>${e(words.articles(count))}</small></a></li>`
}

function listOf(leaves: readonly LeafRow[]): string {
  return `<ul class="list">${leaves.map((leaf) => `<li><a href="${e(articlePath(leaf))}">${e(leaf.title)}</a></li>`).join('')}</ul>`
}

function crumbs({ library, locale }: Frame, shelves: readonly ShelfRow[]): string {
  const { words } = wordsOf(locale)
  const steps = [
    { name: words.home, path: homePath(library, locale) },
    ...shelves.map(({ name, slug }) => ({ name, path: collectionPath(locale, slug) })),
  ]
  return `<nav class="crumbs" aria-label="${e(words.home)}"><ol>${steps.map(({ name, path }) => `<li><a href="${e(path)}">${e(name)}</a></li>`).join('')}</ol></nav>`
}

function contentsOf({ headings }: RenderedBody, label: string, kind: 'short' | 'long'): string {
  const top = Math.min(...headings.map(({ level }) => level))
  const shown = headings.filter(({ level }) => level <= top + 1)
  if (shown.length < 2) return ''
  const items = shown
    .map(({ id, text, level }) => `<li${level > top ? ' class="inner"' : ''}><a href="#${e(id)}">${e(text)}</a></li>`)
    .join('')
  return kind === 'short'
    ? `<details class="contents short"><summary>${e(label)}</summary><ul>${items}</ul></details>`
    : `<nav class="contents long" aria-label="${e(label)}"><h2>${e(label)}</h2><ul>${items}</ul></nav>`
}

function marked({ text, ranges }: { text: string; ranges: readonly { start: number; end: number }[] }): string {
  let at = 0
  let html = ''
  for (const { start, end } of ranges) {
    html += `${e(text.slice(at, start))}<mark>${e(text.slice(start, end))}</mark>`
    at = end
  }
  return html + e(text.slice(at))
}

// --- For machines ------------------------------------------------------------------------------------------------------

/** Escapes text for XML. Some characters are invalid in XML even when escaped, and one of them makes the whole feed unreadable. */
function x(text: string): string {
  return e(text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD'))
}

export function sitemap({ library, origin }: Scene): string {
  const leaves = [...library.leaves.values()]
  const places = [
    ...library.locales.map((locale) => `<url><loc>${e(origin + homePath(library, locale))}</loc></url>`),
    ...library.locales.flatMap((locale) =>
      [...library.shelves.values()]
        .filter(({ id }) => leavesIn(library, locale, id).length > 0)
        .map(({ slug }) => `<url><loc>${e(origin + collectionPath(locale, slug))}</loc></url>`),
    ),
    ...leaves.map((leaf) => `<url><loc>${e(origin + articlePath(leaf))}</loc><lastmod>${isoTime(leaf.publishedAt)}</lastmod></url>`),
  ]
  // The sitemap format allows at most 50,000 URLs.
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places.slice(0, 50_000).join('\n')}\n</urlset>\n`
}

export function feed({ library, locale, origin }: Scene): string {
  const latest = [...library.leaves.values()]
    .filter((leaf) => leaf.locale === locale)
    .toSorted((a, b) => (isoTime(a.publishedAt) < isoTime(b.publishedAt) ? 1 : -1))
    .slice(0, 30)
  const home = origin + homePath(library, locale)
  const entries = latest.map((leaf) => {
    const at = isoTime(leaf.publishedAt)
    const url = origin + articlePath(leaf)
    return `<entry><id>urn:uuid:${leaf.id}</id><title>${x(leaf.title)}</title><link href="${e(url)}"/><updated>${at}</updated></entry>`
  })
  const updated = latest[0] ? isoTime(latest[0].publishedAt) : '1970-01-01T00:00:00.000Z'
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${e(locale)}"><id>${e(home)}</id><title>${x(library.name)}</title><updated>${updated}</updated>
<author><name>${x(library.name)}</name></author><link href="${e(home)}"/><link rel="self" href="${e(`${origin}${helpPath}/${locale}/feed.xml`)}"/>
${entries.join('\n')}
</feed>
`
}
