/** Renders the pages of the help centre as HTML. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import { isoTime } from '#platform/time.ts'
import {
  articlePath,
  collectionPath,
  helpPath,
  type Found,
  type LeafRow,
  type RenderedBody,
  type ShelfRow,
} from '../../resources/kb/index.ts'
import { drawIcon } from '../icons.ts'
import { homePath, layOut, ownLanguage, searchForm, type Frame, type Scene } from './layout.ts'
import { leavesIn, listPopular, pathTo, shelvesIn } from './library.ts'
import { texts } from './words.ts'

export function homePage(scene: Scene): string {
  const { library, locale } = scene
  const words = texts[scene.language]
  const loose = leavesIn(library, locale, null)
  const shelves = shelvesIn(library, locale, null)
  const cards = shelves.map(({ shelf, count }) => card(scene, shelf, count))
  const own = ownLanguage(scene)
  // Without collections, the page lists all articles anyway.
  const popular = cards.length > 0 ? listPopular(library, locale) : []
  const content = `<section class="hero"><div class="wide"><h1${own}>${e(words.question)}</h1>${searchForm(scene, '')}</div></section>
<div class="wide shelf">
${cards.length > 0 ? `<h2 class="hidden"${own}>${e(words.collections)}</h2><ul class="cards">${cards.join('')}</ul>` : ''}
${popular.length > 0 ? `<h2${own}>${e(words.popular)}</h2>${getList(popular)}` : ''}
${loose.length > 0 ? `${cards.length > 0 ? `<h2${own}>${e(words.more)}</h2>` : ''}${getList(loose)}` : ''}
${cards.length + loose.length === 0 ? `<p class="quiet"${own}>${e(words.empty)}</p>` : ''}
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
  const words = texts[scene.language]
  const cards = shelvesIn(library, locale, shelf.id).map(({ shelf: inner, count }) => card(scene, inner, count))
  const leaves = leavesIn(library, locale, shelf.id)
  const content = `<div class="wide shelf">${crumbs(scene, pathTo(library, shelf.parentId))}
<h1>${e(shelf.name)}</h1>${shelf.description ? `<p class="lead">${e(shelf.description)}</p>` : ''}
${leaves.length > 0 ? getList(leaves) : ''}
${cards.length > 0 ? `<ul class="cards">${cards.join('')}</ul>` : ''}
${leaves.length + cards.length === 0 ? `<p class="quiet"${ownLanguage(scene)}>${e(words.empty)}</p>` : ''}</div>`
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
  const words = texts[scene.language]
  const path = articlePath(leaf)
  // A date is part of a sentence, so use the sentence's language, in the page's region.
  const date = new Intl.DateTimeFormat(ownLanguage(scene) === '' ? locale : scene.language, {
    dateStyle: 'long',
    timeZone: library.timezone,
  }).format(new Date(isoTime(leaf.publishedAt)))
  const related = leavesIn(library, locale, leaf.collectionId).filter(({ id }) => id !== leaf.id)
  const own = ownLanguage(scene)
  const content = `<div class="wide reading">
<article>${crumbs(scene, pathTo(library, leaf.collectionId))}
<h1>${e(leaf.title)}</h1>
<p class="quiet"${own}>${words.updated(`<time datetime="${isoTime(leaf.publishedAt)}">${e(date)}</time>`)}</p>
${getContents(scene, body, 'short')}
<div class="text">${body.html}</div>
${voting(scene, path, voted)}
${offerContact(scene)}
</article>
<aside>${getContents(scene, body, 'long')}${
    related.length > 0
      ? `<nav aria-label="${e(words.related)}"><h2${own}>${e(words.related)}</h2>${getList(related.slice(0, 8))}</nav>`
      : ''
  }</aside>
</div>`
  const alternates = [...library.leaves.values()]
    .filter(({ original }) => original === leaf.original)
    .map((other) => ({ locale: other.locale, path: articlePath(other) }))
  const description = body.text.replaceAll(/\s+/g, ' ').slice(0, 160)
  return layOut(scene, { title: leaf.title, description, content, canonical: path, alternates: alternates.length > 1 ? alternates : [] })
}

export function searchPage(scene: Scene, query: string, { hits, total }: { hits: readonly Found[]; total: number }): string {
  const words = texts[scene.language]
  const items = hits.map((hit) => {
    const part = hit.matches.find(({ field }) => field === 'body')
    const title = hit.matches.find(({ field }) => field === 'title')
    return `<li><a href="${e(articlePath(hit))}">${title ? marked(title) : e(hit.title)}</a>${part ? `<p>${marked(part)}</p>` : ''}</li>`
  })
  const heading = query === '' ? words.search : total === 0 ? words.nothing(query) : words.results(total, query)
  const content = `<div class="wide narrow">${crumbs(scene, [])}<h1${ownLanguage(scene)}>${e(heading)}</h1>${searchForm(scene, query)}
${total === 0 && query !== '' ? `<p class="quiet"${ownLanguage(scene)}>${e(words.nothingHint)}</p>` : ''}
${items.length > 0 ? `<ol class="hits">${items.join('')}</ol>` : ''}
${query === '' ? '' : offerContact(scene)}</div>`
  return layOut(scene, { title: heading, description: heading, content, canonical: null, ownSearch: true })
}

/** Renders the page for a URL without content, or for a closed help centre. */
export function missingPage(scene: Frame, text?: string): string {
  const words = texts[scene.language]
  const own = ownLanguage(scene)
  const content =
    text === undefined
      ? `<div class="wide narrow">${crumbs(scene, [])}<h1${own}>${e(words.missing)}</h1><p${own}>${e(words.missingHint)}</p>${searchForm(scene, '')}
${offerContact(scene)}</div>`
      : `<div class="wide narrow"><h1>${e(text)}</h1></div>`
  return layOut(scene, { title: words.missing, description: words.missing, content, canonical: null, ownSearch: true })
}

/** Leads from a page that may not have helped to the contact form; nothing without one. */
function offerContact(scene: Frame): string {
  const words = texts[scene.language]
  if (scene.contact === null) return ''
  return `<p class="contact"${ownLanguage(scene)}><span>${e(words.stuck)}</span> <a href="${e(scene.contact)}">${e(words.contact)}</a></p>`
}

function voting(scene: Scene, path: string, voted: boolean): string {
  const words = texts[scene.language]
  const own = ownLanguage(scene)
  if (voted) return `<p class="vote" id="feedback" role="status"${own}>${e(words.thanks)}</p>`
  return `<form class="vote" id="feedback" method="post" action="${e(path)}/feedback"${own}><p>${e(words.helpful)}</p>
<button name="helpful" value="yes">${drawIcon('yes')}${e(words.yes)}</button><button name="helpful" value="no">${drawIcon('no')}${e(words.no)}</button></form>`
}

function card(scene: Scene, { name, slug, description }: ShelfRow, count: number): string {
  const counted = texts[scene.language].articles(count)
  return `<li><a href="${e(collectionPath(scene.locale, slug))}">${drawIcon('book')}<strong>${e(name)}</strong>${description ? `<span>${e(description)}</span>` : ''}<small${ownLanguage(scene)}>${e(counted)}</small></a></li>`
}

function getList(leaves: readonly LeafRow[]): string {
  return `<ul class="list">${leaves.map((leaf) => `<li><a href="${e(articlePath(leaf))}">${drawIcon('article')}${e(leaf.title)}</a></li>`).join('')}</ul>`
}

function crumbs(scene: Frame, shelves: readonly ShelfRow[]): string {
  const { library, locale } = scene
  const words = texts[scene.language]
  const own = ownLanguage(scene)
  const steps = [
    `<li><a href="${e(homePath(library, locale))}"${own}>${e(words.home)}</a></li>`,
    ...shelves.map(({ name, slug }) => `<li>${drawIcon('next')}<a href="${e(collectionPath(locale, slug))}">${e(name)}</a></li>`),
  ]
  return `<nav class="crumbs" aria-label="${e(words.path)}"><ol>${steps.join('')}</ol></nav>`
}

function getContents(scene: Scene, { headings }: RenderedBody, kind: 'short' | 'long'): string {
  const label = e(texts[scene.language].contents)
  const own = ownLanguage(scene)
  const top = Math.min(...headings.map(({ level }) => level))
  const shown = headings.filter(({ level }) => level <= top + 1)
  if (shown.length < 2) return ''
  const items = shown
    .map(({ id, text, level }) => `<li${level > top ? ' class="inner"' : ''}><a href="#${e(id)}">${e(text)}</a></li>`)
    .join('')
  return kind === 'short'
    ? `<details class="contents short"><summary${own}>${label}</summary><ul>${items}</ul></details>`
    : `<nav class="contents long" aria-label="${label}"><h2${own}>${label}</h2><ul>${items}</ul></nav>`
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

/** Escapes text for XML. Some characters are invalid in XML even when escaped, and a single one makes the whole feed unreadable. */
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
