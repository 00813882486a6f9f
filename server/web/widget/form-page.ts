/**
 * The contact form of a chat: `/w/wgt_…/form`. It works without scripts, and can be shown in a frame by the sites of the inbox. A browser
 * without scripts solves no proof of work, so the page has a stricter limit than the operation of the API.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../config.ts'
import type { Database } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import { ApiError, rateFormsExceeded, validationFailed } from '#platform/errors.ts'
import { getNetwork } from '#platform/http/caller-address.ts'
import { countForm } from '#platform/http/guards.ts'
import type { Limits } from '#platform/http/rate-limit.ts'
import { getState } from '#platform/http/request-state.ts'
import { sendStatic, staticResponse } from '#platform/http/static-response.ts'
import type { Secrets } from '#platform/secrets.ts'
import { listAllowedOrigins } from '../../channels/widget/origins.ts'
import {
  findForm,
  findWidgetLanguage,
  type FormQuestion,
  maxFormText,
  type OpenForm,
  receiveForm,
  type WidgetLanguage,
} from '../../resources/widget/index.ts'
import { readForm } from '../help/readers.ts'
import { chooseLanguage } from '../help/words.ts'
import { formHeaders } from '../page.ts'
import { closedForm, contactForm, sentPage, toInputName, type Typed } from './form-layout.ts'
import { formWords } from './form-words.ts'

export type FormParts = { config: Config; db: Database; secrets: Secrets; limits: Pick<Limits, 'take'>; onWrite: () => void }

/** Maximum bytes of a form. A character takes at most nine. */
const maxFormBytes = 131_072

export async function serveForm(parts: FormParts, req: IncomingMessage, res: ServerResponse, key: string): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://host')
  const language: WidgetLanguage = findWidgetLanguage(searchParams.get('locale') ?? '') ?? chooseLanguage(req.headers['accept-language'])
  const given = req.method === 'POST' ? await readForm(req, maxFormBytes) : null
  const form = await findForm(parts, key, language)
  const headers = form ? getFormHeaders(form) : formHeaders
  const send = (text: string, status = 200, more: Record<string, string> = {}): Promise<void> =>
    sendStatic(req, res, staticResponse('text/html; charset=utf-8', text, { status, headers: { ...headers, ...more } }))
  if (!form) return send(closedForm(language), 404)
  const words = formWords[language]
  const typed: Typed = given === null ? new Map() : readTyped(given)
  const show = (problems: Record<string, string>, notice: string | null, status: number, more = {}): Promise<void> =>
    send(contactForm(form, { language, id: randomUUID(), typed, problems, notice }), status, more)
  if (req.method !== 'POST') return searchParams.has('sent') ? send(sentPage(form, language)) : show({}, null, 200)
  if (given === null || (typed.get('body')?.[0]?.length ?? 0) > maxFormText) return show({}, words.tooLong, 413)
  const { sent, problems } = readSent(form.questions, typed, language)
  if (!sent) return show(problems, null, 422)
  const { requestId, ip } = getState(req)
  try {
    await countForm(parts.limits, { token: `${key} ${getNetwork(ip)}`, ip })
    await receiveForm(parts, form, { id: typed.get('id')?.[0] || randomUUID(), sent, requestId })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.declaration === rateFormsExceeded) return show({}, words.tooMany, 429, error.headers)
    if (error.declaration === validationFailed) return show(toProblems(error, language), null, 422)
    if (error.declaration.status === 404) return send(closedForm(language), 404)
    throw error
  }
  parts.onWrite()
  const query = searchParams.has('locale') ? `?locale=${language}&sent` : '?sent'
  res.writeHead(303, { ...headers, Location: `${pathname}${query}`, 'Content-Length': '0' }).end()
}

/** Only the sites of the inbox, and this service itself, may show the form in a frame. */
function getFormHeaders({ widget }: OpenForm): Record<string, string> {
  const ancestors = ["'self'", ...listAllowedOrigins(widget.settings, widget.address)].join(' ')
  // X-Frame-Options knows no list of sites.
  const { 'X-Frame-Options': _, 'Content-Security-Policy': policy, ...others } = formHeaders
  return { ...others, 'Content-Security-Policy': policy.replace("frame-ancestors 'none'", `frame-ancestors ${ancestors}`) }
}

/** Browsers send CRLF line breaks. PostgreSQL stores no NUL. */
function readTyped(given: URLSearchParams): Typed {
  const names = new Set(given.keys())
  return new Map([...names].map((name) => [name, given.getAll(name).map((text) => text.replaceAll('\r\n', '\n').replaceAll('\0', ''))]))
}

type Sent = Parameters<typeof receiveForm>[2]['sent']
type Value = NonNullable<Sent['fields']>[string]

function readSent(
  questions: readonly FormQuestion[],
  typed: Typed,
  language: WidgetLanguage,
): { sent: Sent | null; problems: Record<string, string> } {
  const words = formWords[language]
  const read = (name: string): string => (typed.get(name)?.[0] ?? '').trim()
  const email = readEmail(read('email'))
  const problems: Record<string, string> = {}
  if (email === null) problems['email'] = words.noAddress
  if (read('body') === '') problems['body'] = words.missing
  const fields: Record<string, Value> = {}
  for (const question of questions) {
    const name = question.field === 'NAME' ? 'name' : toInputName(question.field)
    const value = question.field === 'EMAIL' ? email : readValue(question, typed.get(name) ?? [])
    if (value === null && question.required && question.field !== 'EMAIL') problems[name] = words.missing
    if (value !== null && question.field !== 'NAME' && question.field !== 'EMAIL') fields[question.field] = value
  }
  if (email === null || Object.keys(problems).length > 0) return { sent: null, problems }
  const [name, subject] = [read('name').slice(0, 255), read('subject').slice(0, 255)]
  return { sent: { email, body: read('body'), fields, ...(name === '' ? {} : { name }), ...(subject === '' ? {} : { subject }) }, problems }
}

/** Returns null for an empty answer. The service checks what remains. */
function readValue({ type }: FormQuestion, given: readonly string[]): Value | null {
  const texts = given.map((text) => text.trim()).filter((text) => text !== '')
  const [text] = texts
  if (text === undefined) return null
  if (type === 'MULTISELECT') return texts
  if (type === 'BOOLEAN') return text === 'true'
  return type === 'NUMBER' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** Returns problems by the name of their input. */
function toProblems({ details = [] }: ApiError, language: WidgetLanguage): Record<string, string> {
  const words = formWords[language]
  return Object.fromEntries(
    details.map(({ field, code }) => [field.replace(/^fields\./, 'field.'), code === 'REQUIRED' ? words.missing : words.invalid]),
  )
}
