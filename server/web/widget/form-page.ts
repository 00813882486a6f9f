/**
 * The contact form of a chat: `/w/wgt_…/form`. It works without scripts, and can be shown in a frame by the sites of the inbox. A browser
 * without scripts solves no proof of work, so the page has a stricter limit than the operation of the API.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../config.ts'
import type { Database } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import { ApiError, bodyTooLarge, type ErrorDetail, rateFormsExceeded, rateWidgetExceeded, validationFailed } from '#platform/errors.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { getNetwork } from '#platform/http/caller-address.ts'
import { countForm } from '#platform/http/guards.ts'
import { type PageForm, readPageForm } from '#platform/http/page-form.ts'
import type { Limits } from '#platform/http/rate-limit.ts'
import { getState } from '#platform/http/request-state.ts'
import { sendStatic, staticResponse } from '#platform/http/static-response.ts'
import type { Secrets } from '#platform/secrets.ts'
import { maxWidgetFileBytes } from '../../channels/widget/index.ts'
import { listAllowedOrigins } from '../../channels/widget/origins.ts'
import { maxFileBytes, storageFull, uploadTooLarge, uploadTypeRejected } from '../../resources/uploads/index.ts'
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
import { type FormWords, formWords } from './form-words.ts'

export type FormParts = { config: Config; db: Database; secrets: Secrets; limits: Pick<Limits, 'take'>; onWrite: () => void }

/** Maximum bytes of a form without its files. A character takes at most nine. */
const maxFormBytes = 131_072
const maxFiles = 5

export async function serveForm(parts: FormParts, req: IncomingMessage, res: ServerResponse, key: string): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://host')
  const language: WidgetLanguage = findWidgetLanguage(searchParams.get('locale') ?? '') ?? chooseLanguage(req.headers['accept-language'])
  const form = await findForm(parts, key, language)
  const headers = form ? getFormHeaders(form) : formHeaders
  const send = (text: string, status = 200, more: Record<string, string> = {}): Promise<void> =>
    sendStatic(req, res, staticResponse('text/html; charset=utf-8', text, { status, headers: { ...headers, ...more } }))
  if (!form) {
    req.resume()
    return send(closedForm(language), 404)
  }
  const show = (typed: Typed, { status, problems = {}, notice = null, headers: more = {} }: Reply): Promise<void> =>
    send(contactForm(form, { language, id: randomUUID(), typed, problems, notice }), status, more)
  if (req.method !== 'POST') return searchParams.has('sent') ? send(sentPage(form, language)) : show(new Map(), { status: 200 })
  const { ip } = getState(req)
  // Before the files arrive, so that an address can send few.
  const excess = await catchApiError(() => countForm(parts.limits, { token: `${key} ${getNetwork(ip)}`, ip }))
  const given = await readGiven(parts, req, res, form.widget.settings.files && !excess ? maxFiles : 0)
  const typed = readTyped(given.fields)
  const refusal = await write(parts, req, { form, language, typed, given, excess }).finally(() => discardAll(given.files))
  if (refusal?.status === 404) return send(closedForm(language), 404)
  if (refusal) return show(typed, refusal)
  parts.onWrite()
  const query = searchParams.has('locale') ? `?locale=${language}&sent` : '?sent'
  res.writeHead(303, { ...headers, Location: `${pathname}${query}`, 'Content-Length': '0' }).end()
}

/** The form again, with what is wrong. */
type Reply = {
  status: number
  /** Problems by name of the input. */
  problems?: Record<string, string>
  notice?: string | null
  headers?: Readonly<Record<string, string>>
}

async function catchApiError(act: () => Promise<void>): Promise<ApiError | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Reads the form of a page with files, or of one without. */
async function readGiven({ config }: FormParts, req: IncomingMessage, res: ServerResponse, maxFileCount: number): Promise<PageForm> {
  if (!/^multipart\/form-data *;/i.test(req.headers['content-type'] ?? '')) {
    const fields = await readForm(req, maxFormBytes)
    return { fields: fields ?? new URLSearchParams(), files: [], refused: fields ? null : new ApiError(bodyTooLarge) }
  }
  const state = getState(req)
  state.takesFiles = true
  if (state.awaitsContinue) res.writeContinue()
  const limits = { maxTextBytes: maxFormBytes, maxFiles: maxFileCount, maxFileBytes: maxWidgetFileBytes, maxTotalBytes: maxFileBytes }
  return readPageForm(req, res, { ...limits, tooLarge: uploadTooLarge }, getFileStore(config))
}

async function discardAll(files: PageForm['files']): Promise<void> {
  await Promise.all(files.map((file) => file.discard()))
}

type Posted = { form: OpenForm; language: WidgetLanguage; typed: Typed; given: PageForm; excess: ApiError | null }

/** Writes what the browser has sent. Returns the reply if it is refused. */
async function write(parts: FormParts, req: IncomingMessage, { form, language, typed, given, excess }: Posted): Promise<Reply | null> {
  const words = formWords[language]
  const { files, refused } = given
  // A browser sends no file again that the person does not choose again.
  const again: Record<string, string> =
    files.length > 0 || (excess && refused?.declaration === validationFailed) ? { file: words.chooseAgain } : {}
  if (excess) return { ...explainError(excess, form, words), problems: again }
  if (refused) return explainError(refused, form, words)
  if ((typed.get('body')?.[0]?.length ?? 0) > maxFormText) return { status: 413, problems: again, notice: words.tooLong }
  const { sent, problems } = readSent(form.questions, typed, language)
  if (!sent) return { status: 422, problems: { ...problems, ...again } }
  const { requestId } = getState(req)
  const error = await catchApiError(() => receiveForm(parts, form, { id: typed.get('id')?.[0] || randomUUID(), sent, files, requestId }))
  if (!error) return null
  const reply = explainError(error, form, words)
  return { ...reply, problems: { ...again, ...reply.problems } }
}

/** Texts for errors of files. */
const fileTexts: ReadonlyMap<unknown, keyof FormWords> = new Map([
  [uploadTooLarge, 'filesTooLarge'],
  [uploadTypeRejected, 'fileRefused'],
  [storageFull, 'noSpace'],
])

function explainError(error: ApiError, { widget }: OpenForm, words: FormWords): Reply {
  const { declaration, headers, details = [] } = error
  const { status } = declaration
  if (declaration === rateFormsExceeded || declaration === rateWidgetExceeded) return { status, notice: words.tooMany, headers }
  if (declaration === bodyTooLarge) return { status, notice: words.tooLong }
  if (status === 404) return { status }
  const text = fileTexts.get(declaration)
  if (text) return { status, problems: { file: words[text] } }
  if (declaration !== validationFailed) throw error
  // The page of a form that takes no files has no input for them.
  if (!widget.settings.files && details.some(({ field }) => field === 'file')) return { status: 422, notice: words.noFiles }
  return { status: 422, problems: toProblems(details, words) }
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
function toProblems(details: readonly ErrorDetail[], words: FormWords): Record<string, string> {
  const texts: Readonly<Record<string, string>> = { REQUIRED: words.missing, EMPTY: words.emptyFile, TOO_MANY: words.tooManyFiles }
  return Object.fromEntries(details.map(({ field, code }) => [field.replace(/^fields\./, 'field.'), texts[code] ?? words.invalid]))
}
