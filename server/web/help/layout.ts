/** Layout of all help centre pages. It has no scripts, and loads nothing from other hosts except article pictures. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import { helpPath } from '../../resources/kb/index.ts'
import type { Library } from './library.ts'
import { drawLogo, type PageBrand } from '../brand.ts'
import { drawIcon } from '../icons.ts'
import { renderPage } from '../page.ts'
import { getDirection, findLanguage, texts, type Language } from './words.ts'

/** Data of the layout. A closed help centre has no library, so its page only has this part of a `Scene`. */
export type Frame = {
  library: Pick<Library, 'name' | 'locales'>
  brand: PageBrand
  locale: string
  /** Language of the help centre's own texts. It differs from the page's locale if there is no translation. */
  language: Language
  origin: string
  /** URL of the contact form; null without one. */
  contact: string | null
  /** URL of the chat as a page; null without one. */
  chat: string | null
  /** Path of the customer's requests; null without a chat for them. */
  requests: string | null
}
export type Scene = Frame & { library: Library }
export type Parts = {
  title: string
  description: string
  /** HTML. */
  content: string
  /** Path of the canonical URL for search engines; null for pages that they must not index. */
  canonical: string | null
  /** Paths of the same page in other languages. */
  alternates?: readonly { locale: string; path: string }[]
  /** True when the page has its own search form, so that the header needs none. */
  ownSearch?: boolean
}

export function homePath({ locales }: Pick<Library, 'locales'>, locale: string): string {
  return locale === locales[0] ? helpPath : `${helpPath}/${locale}`
}

export function layOut(scene: Frame, { title, description, content, canonical, alternates = [], ownSearch = false }: Parts): string {
  const { library, brand, locale, language, origin, contact, chat, requests } = scene
  const words = texts[language]
  const home = homePath(library, locale)
  const links = alternates.map((other) => `<link rel="alternate" hreflang="${e(other.locale)}" href="${e(origin + other.path)}">`)
  const fallback = alternates.find((other) => other.locale === library.locales[0])
  if (alternates.length > 1 && fallback) links.push(`<link rel="alternate" hreflang="x-default" href="${e(origin + fallback.path)}">`)
  links.push(`<link rel="alternate" type="application/atom+xml" title="${e(library.name)}" href="${e(`${helpPath}/${locale}/feed.xml`)}">`)
  return renderPage({
    style: 'help',
    language: locale,
    direction: getDirection(locale),
    title: title === library.name ? `${library.name} · ${words.title}` : `${title} · ${library.name}`,
    description,
    canonical: canonical === null ? null : origin + canonical,
    head: links.join('\n'),
    brand,
    body: `<a class="skip" href="#content"${ownLanguage(scene)}>${e(words.skip)}</a>
<header class="top"${ownLanguage(scene)}><div class="wide">
<a class="brand" href="${e(home)}">${drawLogo(brand) || `<span class="sign" aria-hidden="true">${e(getInitial(library.name))}</span>`}${e(library.name)} <small>${e(words.title)}</small></a>
${ownSearch ? '' : searchForm(scene, '')}
${requests === null ? '' : `<a class="requests" href="${e(requests)}">${e(words.requests)}</a>`}
${languages(scene, alternates)}
</div></header>
<main id="content">
${content}
</main>
<footer class="bottom"${ownLanguage(scene)}><div class="wide"><a href="${e(home)}">${e(library.name)}</a>${contact === null ? '' : `<a href="${e(contact)}">${e(words.contact)}</a>`}${chat === null ? '' : `<a href="${e(chat)}">${e(words.chat)}</a>`}${requests === null ? '' : `<a href="${e(requests)}">${e(words.requests)}</a>`}<a href="${e(`${helpPath}/${locale}/feed.xml`)}">${e(words.feed)}</a></div></footer>`,
  })
}

/** Returns the language attributes for the help centre's own texts, when these differ from the page's language. */
export function ownLanguage({ locale, language }: Pick<Frame, 'locale' | 'language'>): string {
  return findLanguage(locale) === language ? '' : ` lang="${language}" dir="ltr"`
}

export function searchForm(scene: Pick<Frame, 'locale' | 'language'>, query: string): string {
  const words = texts[scene.language]
  return `<form class="search" role="search" action="${e(`${helpPath}/${scene.locale}/search`)}" method="get"${ownLanguage(scene)}>
<label>${drawIcon('search')}<input type="search" name="q" value="${e(query)}" maxlength="500" required placeholder="${e(words.placeholder)}" aria-label="${e(words.searchHelp)}"></label><button>${e(words.search)}</button>
</form>`
}

function getInitial(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? ''
}

/** Renders links to the same page in other languages, or to their home pages. */
function languages({ library, locale, language }: Frame, alternates: readonly { locale: string; path: string }[]): string {
  if (library.locales.length < 2) return ''
  const items = library.locales.map((other) => {
    const path = alternates.find((alternate) => alternate.locale === other)?.path ?? homePath(library, other)
    return `<li><a href="${e(path)}" lang="${e(other)}" hreflang="${e(other)}"${other === locale ? ' aria-current="true"' : ''}>${e(getName(other))}</a></li>`
  })
  const name = e(getName(locale))
  return `<details class="languages"><summary aria-label="${e(texts[language].language)}: ${name}">${drawIcon('language')}${name}</summary><ul>${items.join('')}</ul></details>`
}

/**
 * Returns a language's name in that language. Uses the tag without extensions, because `Intl.DisplayNames` throws for tags such as
 * `de-x-formal`.
 */
function getName(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(new Intl.Locale(locale).baseName) ?? locale
}
