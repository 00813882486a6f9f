/**
 * The public help centre on the tenants' hosts: `http://acme.localhost:3000/help`. Pages are rendered here, without scripts, except that of a
 * customer's requests. Anyone can read them, so all content comes from `resources/kb/help.ts`, which returns only public content. Pages are
 * cached until that content changes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../config.ts'
import type { Database } from '#platform/db.ts'
import { getFileStore, type FilesConfig } from '#platform/files/file-store.ts'
import { sendFile } from '#platform/files/serve-file.ts'
import { ApiError, malformedHttp, validationFailed } from '#platform/errors.ts'
import { getNetwork } from '#platform/http/caller-address.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { reservedSlugs, slugOfHost, type FindTenantBySlug } from '#platform/http/hosts.ts'
import { sendStatic, staticResponse, type StaticResponse } from '#platform/http/static-response.ts'
import { getState } from '#platform/http/request-state.ts'
import { toTypeId } from '#platform/ids.ts'
import { portalPath } from '#kit/help-paths.ts'
import { readLocale } from '#kit/locale.ts'
import {
  articlePath,
  collectionPath,
  findArticlePicture,
  helpOrigin,
  helpPath,
  ownerOfSlug,
  readOpenBody,
  searchOpen,
  vote,
} from '../../resources/kb/index.ts'
import { toPageBrand } from '../brand.ts'
import type { FrameFiles } from '../widget/frame-files.ts'
import { getPortalHeaders } from '../widget/policy.ts'
import { createPageCache } from './kept-pages.ts'
import { homePath, type Frame, type Scene } from './layout.ts'
import { createLibraries } from './library.ts'
import { articlePage, collectionPage, feed, homePage, missingPage, searchPage, sitemap } from './pages.ts'
import { portalPage } from './portal-page.ts'
import { createViews, readForm, hashVisitor } from './readers.ts'
import { chooseLanguage, findLanguage, texts } from './words.ts'

export type Help = {
  /** Returns the handler of a path; null if it is not a help centre page. */
  find(path: string, host: string): PageHandler | null
  /** Call this after a write by this process. */
  forget(): void
}
type Parts = { db: Database; findTenantBySlug: FindTenantBySlug; frameFiles: FrameFiles }

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' https: data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
}
const html = 'text/html; charset=utf-8'
/** Pages that query the database on each request, so they count against the API's rate limits. */
const searching = /^\/help(?:\/[^/]+)?\/search$/
const voting = /^\/help\/[^/]+\/articles\/[^/]+\/feedback$/

export function createHelp(config: Pick<Config, 'baseUrl' | 'secretKey'> & FilesConfig, { db, findTenantBySlug, frameFiles }: Parts): Help {
  const libraries = createLibraries(db)
  const pages = createPageCache()
  const view = createViews(db)

  /** Serves a page. Only throws errors of the database and of malformed forms. */
  const response = async (req: IncomingMessage, res: ServerResponse, slug: string, path: string): Promise<void> => {
    const tenantId = reservedSlugs.has(slug) ? null : await findTenantBySlug(slug)
    const library = tenantId === null ? null : await libraries.of(tenantId)
    const origin = helpOrigin(config.baseUrl, slug)
    const preferred = chooseLanguage(req.headers['accept-language'])
    if (!library || library.suspended) {
      const frame: Frame = {
        library: { name: texts[preferred].title, locales: [preferred] },
        brand: { name: texts[preferred].title, logo: null, style: null },
        locale: preferred,
        language: preferred,
        origin,
        contact: null,
        chat: null,
        requests: null,
      }
      return sendStatic(req, res, getPage(missingPage(frame, texts[preferred].closed), { status: 404, isByReader: true }))
    }
    const getLanguage = (locale: string) => findLanguage(locale) ?? preferred
    const scene = (locale: string): Scene => {
      const language = getLanguage(locale)
      const key = library.contactInboxId && toTypeId('wgt', library.contactInboxId)
      const contact = key && new URL(`/w/${key}/form?locale=${language}`, config.baseUrl).href
      const chat = key && new URL(`/w/${key}`, config.baseUrl).href
      const requests = library.portalInboxId && `${portalPath}?locale=${locale}`
      const brand = toPageBrand(library.tenantId, library.name, library.brand)
      return { library, brand, locale, language, origin, contact, chat, requests }
    }
    const page = (locale: string, text: string) => getPage(text, { isByReader: findLanguage(locale) === null })
    const parts = path.split('/').slice(2).map(decodeURIComponent)
    const [first = '', kind = '', name = '', last = ''] = parts
    const locale = first === '' ? (library.locales[0] ?? 'en') : library.locales.find((known) => known === first)
    const query = new URLSearchParams((req.url ?? '').split('?').slice(1).join('?'))
    /** Serves the 404 page. Without a locale in the URL, uses the reader's language if it has articles. */
    const missing = (of?: string) => {
      const shown = of ?? library.locales.find((known) => findLanguage(known) === preferred) ?? library.locales[0] ?? 'en'
      const frame = of === undefined ? { ...scene(shown), language: preferred } : scene(shown)
      return getPage(missingPage(frame), { status: 404, isByReader: of === undefined || findLanguage(of) === null })
    }
    const getPortal = async (): Promise<StaticResponse> => {
      if (library.portalInboxId === null) return missing()
      const chosen = findLanguage(query.get('locale') ?? '')
      const language = chosen ?? preferred
      const files = await frameFiles.find()
      if (!files) {
        const text = missingPage({ ...scene(library.locales[0] ?? 'en'), language }, texts[language].unavailable)
        return staticResponse(html, text, { status: 503, headers: { ...headers, 'Retry-After': '10' } })
      }
      const { contact } = scene(language)
      const text = portalPage({ name: library.name, language, key: toTypeId('wgt', library.portalInboxId), contact }, files)
      const vary = chosen === null ? { Vary: 'Accept-Language' } : {}
      return staticResponse(html, text, { headers: { ...getPortalHeaders(config.baseUrl), ...vary } })
    }
    const moved = (to: string, status = 301) => void res.writeHead(status, { Location: to, 'Cache-Control': 'no-cache' }).end()
    const kept = async (key: string, make: () => Promise<StaticResponse>) =>
      sendStatic(req, res, await pages(`${library.tenantId} ${library.revision} ${getLanguage(locale ?? 'en')} ${origin}${key}`, make))
    if (path === '/robots.txt') return sendStatic(req, res, staticResponse('text/plain; charset=utf-8', robotsText(origin)))
    // Each page has exactly one URL. Otherwise a visitor could fill the cache with copies under other URLs.
    if (parts.includes('') || parts.length > 4) return sendStatic(req, res, missing())
    if (first === 'files') {
      const picture = name === '' ? await findArticlePicture(db, library.tenantId, kind) : null
      if (!picture || !library.leaves.has(picture.articleId)) return sendStatic(req, res, missing())
      return sendFile(req, res, picture, getFileStore(config))
    }
    if (first === 'requests' && kind === '') return sendStatic(req, res, await getPortal())
    if (first === 'sitemap.xml' && kind === '')
      return kept(path, async () => staticResponse('application/xml; charset=utf-8', sitemap(scene(locale ?? 'en'))))
    if (first === 'search' && kind === '') return moved(`${helpPath}/${library.locales[0]}/search?${query}`)
    const getOwner = async (space: string) => (await ownerOfSlug(db, library.tenantId, space, name)) ?? ''
    if (locale === undefined) {
      const canonical = readLocale(first)
      const meant = library.locales.find((known) => known === canonical)
      if (meant !== undefined) return moved(path.replace(`/${first}`, `/${meant}`))
      // The article may have moved to another language, and may have been the last one of this language.
      const leaf = canonical === null || kind !== 'articles' ? undefined : library.leaves.get(await getOwner(canonical))
      return leaf ? moved(articlePath(leaf)) : sendStatic(req, res, missing())
    }
    const isHome = kind === ''
    if (isHome && path !== homePath(library, locale)) return moved(homePath(library, locale))
    if (isHome) return kept(path, async () => page(locale, homePage(scene(locale))))
    if (kind === 'feed.xml' && name === '')
      return kept(path, async () => staticResponse('application/atom+xml; charset=utf-8', feed(scene(locale))))
    if (kind === 'search' && name === '') {
      const q = (query.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 500)
      const found = q === '' ? null : await searchOpen(db, library.tenantId, { q, locale, hiddenIds: library.hiddenIds }).catch(unreadable)
      return sendStatic(req, res, page(locale, searchPage(scene(locale), q, { hits: found?.records ?? [], total: found?.total ?? 0 })))
    }
    if (kind === 'collections' && last === '') {
      const shelf = library.shelves.get(await getOwner('collection'))
      if (!shelf) return sendStatic(req, res, missing(locale))
      if (shelf.slug !== name) return moved(collectionPath(locale, shelf.slug))
      return kept(path, async () => page(locale, collectionPage(scene(locale), shelf)))
    }
    if (kind !== 'articles' || (last !== '' && last !== 'feedback')) return sendStatic(req, res, missing(locale))
    const leaf = library.bySlug.get(`${locale}/${name}`) ?? library.leaves.get(await getOwner(locale))
    if (!leaf) return sendStatic(req, res, missing(locale))
    if (leaf.slug !== name || leaf.locale !== locale) return moved(articlePath(leaf))
    if (last === 'feedback') {
      if (req.method !== 'POST') return moved(articlePath(leaf), 303)
      const helpful = await readVote(req)
      const visitor = hashVisitor(config.secretKey, getNetwork(getState(req).ip), leaf.id)
      await vote(db, library.tenantId, { articleId: leaf.id, visitor, helpful })
      return moved(`${articlePath(leaf)}?voted#feedback`, 303)
    }
    const voted = query.has('voted')
    await kept(`${path}${voted ? '?voted' : ''}`, async () => {
      const body = await readOpenBody(db, library.tenantId, leaf.id)
      return body ? page(locale, articlePage(scene(locale), leaf, body, voted)) : missing(locale)
    })
    if (res.statusCode < 400 && !voted) view(req, library.tenantId, leaf.id)
  }

  return {
    find(path, host) {
      const slug = slugOfHost(host, config.baseUrl.hostname)
      if (slug === null || !(path === helpPath || path.startsWith(`${helpPath}/`) || path === '/robots.txt')) return null
      const place = path.replace(/\/$/, '')
      const page: PageHandler = (req, res) => response(req, res, slug, place)
      const votes = voting.test(place)
      return Object.assign(page, { counts: votes || searching.test(place), ...(votes ? { methods: ['POST', 'GET', 'HEAD'] } : {}) })
    },
    forget: () => libraries.forget(),
  }
}

/** Returns null for a search without words, which finds nothing. */
function unreadable(error: unknown): null {
  if (error instanceof ApiError && error.declaration === validationFailed) return null
  throw error
}

/** Reads the vote. Throws 400 for a foreign form or one from another site (CSRF). */
async function readVote(req: IncomingMessage): Promise<boolean> {
  const site = req.headers['sec-fetch-site']
  const given = site === undefined || site === 'same-origin' || site === 'none' ? (await readForm(req))?.get('helpful') : null
  if (given !== 'yes' && given !== 'no')
    throw new ApiError(malformedHttp, { message: 'The form must have one field, helpful, with yes or no.' })
  return given === 'yes'
}

/** Builds a page. `isByReader` is true when the help centre's own texts follow Accept-Language. */
function getPage(text: string, { status = 200, isByReader }: { status?: number; isByReader: boolean }): StaticResponse {
  return staticResponse(html, text, { status, headers: { ...headers, ...(isByReader ? { Vary: 'Accept-Language' } : {}) } })
}

function robotsText(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nSitemap: ${origin}${helpPath}/sitemap.xml\n`
}
