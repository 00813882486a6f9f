/**
 * The pages on which customers rate a thread, on the tenants' hosts: `http://acme.localhost:3000/s/svcs_…`. Mail scanners follow every
 * link, so GET and HEAD store nothing; only the form's POST does.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../config.ts'
import type { Database } from '#platform/db.ts'
import { ApiError, rateFormsExceeded } from '#platform/errors.ts'
import { countForm, countUnsubscribe } from '#platform/http/guards.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { slugOfHost } from '#platform/http/hosts.ts'
import type { Limits } from '#platform/http/rate-limit.ts'
import { sendStatic, staticResponse } from '#platform/http/static-response.ts'
import { getState } from '#platform/http/request-state.ts'
import type { Secrets } from '#platform/secrets.ts'
import {
  answerPage,
  findPage,
  type Language,
  type OpenPage,
  satisfactionPath,
  satisfactionWords,
  stopAsking,
  toForm,
  unsubscribePage,
} from '../../resources/satisfaction/index.ts'
import { toPageBrand } from '../brand.ts'
import { readForm } from '../help/readers.ts'
import { chooseLanguage } from '../help/words.ts'
import { formHeaders } from '../page.ts'
import { missingPage, type RatingForm, ratingPage, thanksPage, getUnsubscribePage } from './layout.ts'

const maxCommentLength = 4_000
/** Maximum bytes of a form. A character of the comment takes at most nine bytes. */
const maxFormBytes = 65_536

type Parts = { config: Config; db: Database; secrets: Secrets; limits: Pick<Limits, 'take'>; onWrite: () => void }

/** Creates the function that finds the handler of a path; null for paths of other pages. */
export function createRatingPages(parts: Parts): (path: string, host: string) => PageHandler | null {
  return (path, host) => {
    const slug = slugOfHost(host, parts.config.baseUrl.hostname)
    if (slug === null || !path.startsWith(satisfactionPath)) return null
    const stops = path.endsWith(unsubscribePage)
    const token = path.slice(satisfactionPath.length, stops ? -unsubscribePage.length : undefined)
    const page: PageHandler = (req, res) => serve(parts, req, res, { slug, token, stops })
    return Object.assign(page, { counts: stops ? ('reads' as const) : true, methods: ['GET', 'HEAD', 'POST'] })
  }
}

async function serve(
  parts: Parts,
  req: IncomingMessage,
  res: ServerResponse,
  { slug, token, stops }: { slug: string; token: string; stops: boolean },
): Promise<void> {
  const send = (text: string, status = 200, more: Record<string, string> = {}): Promise<void> =>
    sendStatic(req, res, staticResponse('text/html; charset=utf-8', text, { status, headers: { ...formHeaders, ...more } }))
  const missing = (): Promise<void> => send(missingPage(chooseLanguage(req.headers['accept-language'])), 404)
  const found = await findPage(parts, token, { evenIfOver: stops })
  if (found?.slug !== slug) {
    // Read the body, because the next request on the connection starts after it.
    if (req.method === 'POST') await readForm(req, maxFormBytes)
    return missing()
  }
  if (stops) return handleUnsubscribe(parts, req, found, { send, token })
  const form = toRatingForm(found)
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://host')
  const words = satisfactionWords[form.language]
  if (req.method !== 'POST') {
    const asked = searchParams.get('score')
    const score = asked !== null && /^[0-5]$/.test(asked) ? Number(asked) : form.score
    const isThanked = searchParams.has('thanks') && form.hasAnswer
    return send(isThanked ? thanksPage(form, pathname, untilOf(found)) : ratingPage({ ...form, score }))
  }
  const given = await readForm(req, maxFormBytes)
  const score = /^[0-5]$/.test(given?.get('score') ?? '') ? Number(given?.get('score')) : null
  // Browsers send CRLF line breaks.
  const comment = (given?.get('comment') ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '')
  const refuse = (text: string, status: number, more = {}): Promise<void> =>
    send(ratingPage({ ...form, score, comment: comment.slice(0, maxCommentLength), problem: text }), status, more)
  if (given === null || comment.length > maxCommentLength) return refuse(words.tooLong, 413)
  const [least, most] = form.scale === 'STARS' ? [1, 5] : [0, 1]
  if (score === null || score < least || score > most) return refuse(words.choose, 422)
  try {
    await countForm(parts.limits, { token, ip: getState(req).ip })
    await answerPage(parts.db, found, { score, comment })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.declaration === rateFormsExceeded) return refuse(words.tooMany, 429, error.headers)
    // The request expired or was cancelled in the meantime.
    if (error.declaration.status === 404 || error.declaration.status === 409) return missing()
    throw error
  }
  parts.onWrite()
  res.writeHead(303, { ...formHeaders, Location: `${pathname}?thanks`, 'Content-Length': '0' }).end()
}

/** Shows a button, and unsubscribes when it is pressed. Mail programs send the POST themselves (RFC 8058). */
async function handleUnsubscribe(
  parts: Parts,
  req: IncomingMessage,
  found: OpenPage,
  { send, token }: { send: (text: string, status?: number, more?: Record<string, string>) => Promise<void>; token: string },
): Promise<void> {
  const { language, brand } = toRatingForm(found)
  if (req.method !== 'POST') return send(getUnsubscribePage(language, brand, false))
  await readForm(req, maxFormBytes)
  await countUnsubscribe(parts.limits, token)
  await stopAsking(parts.db, found)
  parts.onWrite()
  return send(getUnsubscribePage(language, brand, true))
}

function toRatingForm(page: OpenPage): RatingForm & { language: Language } {
  const { question, scale, language, answer: given } = toForm(page)
  return {
    brand: toPageBrand(page.tenantId, page.tenantName, page.brand),
    subject: page.subject,
    language: language === 'de' ? 'de' : 'en',
    question,
    scale,
    score: given?.score ?? null,
    comment: given?.comment ?? '',
    hasAnswer: given !== null,
    personName: page.personName,
    problem: null,
  }
}

function untilOf({ expiresAt, locale, timezone }: OpenPage): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: timezone }).format(new Date(expiresAt ?? 0))
}
