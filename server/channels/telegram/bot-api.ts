/**
 * Calls the Bot API. The path of each request contains the token, so no URL may appear in an error or a log.
 */
import { createHmac } from 'node:crypto'
import { ForbiddenUrlError, SafeFetchError } from '#platform/outbound/fetch-errors.ts'
import { type ProviderAccount, type ProviderConnection, ProviderError } from '../channel.ts'
import { isObject, type Json } from './json.ts'

/** The form of a token: the bot's id, a colon and a secret. */
const tokenPattern = /^(\d{1,20}):[\w-]{10,100}$/

export const maxTokenLength = 121

/** Returns the id of a token's bot; null for a text that is no token. */
export function getBotId(token: string): string | null {
  return tokenPattern.exec(token)?.[1] ?? null
}

/** Returns the secret by which requests of Telegram are recognised. It reveals nothing about the token. */
export function getWebhookSecret(token: string): string {
  return createHmac('sha256', token).update('webhook of the bot').digest('hex')
}

/** A response of the Bot API. */
export type BotResponse =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly status: number; readonly description: string; readonly retryAfterSeconds: number | null }

type CallOptions = {
  readonly timeoutMs?: number
  /** Media type of a body that is already encoded. */
  readonly contentType?: string
  /** Never repeats the request by itself. */
  readonly isSentOnce?: boolean
}

/** Milliseconds for a request that does not wait for updates. */
const usualTimeoutMs = 15_000

/** Makes one request. Throws the errors of `fetch`. */
export async function callBot(
  { outboundUrl, secrets: [token = ''], fetch, signal }: ProviderConnection,
  method: string,
  body: object | Buffer,
  { timeoutMs = usualTimeoutMs, contentType = 'application/json', isSentOnce = false }: CallOptions = {},
): Promise<BotResponse> {
  if (getBotId(token) === null) return { ok: false, status: 401, description: 'The inbox has no token.', retryAfterSeconds: null }
  const response = await fetch.post(`${outboundUrl}/bot${token}/${method}`, {
    headers: { 'content-type': contentType },
    body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
    signal,
    timeoutMs,
    isSentOnce,
  })
  const answered = parse(response.body)
  if (response.status === 200 && answered.ok === true) return { ok: true, result: answered.result }
  const { description, parameters } = answered
  const { retry_after: seconds } = isObject(parameters) ? parameters : {}
  return {
    ok: false,
    status: response.status === 200 ? 502 : response.status,
    description: typeof description === 'string' ? description.slice(0, 300) : `Telegram responded ${response.status}.`,
    retryAfterSeconds: typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds) : null,
  }
}

/** Makes one request, and returns its result. Throws ProviderError. */
export async function requestBot(
  connection: ProviderConnection,
  method: string,
  body: object = {},
  options: CallOptions = {},
): Promise<unknown> {
  let response: BotResponse
  try {
    response = await callBot(connection, method, body, options)
  } catch (error) {
    // A name server that blocks Telegram may return an address of the own network.
    if (error instanceof ForbiddenUrlError)
      throw new ProviderError('UNREACHABLE', 'Telegram could not be reached. Its host resolves to an address that is not public.', {
        cause: error,
      })
    if (!(error instanceof SafeFetchError)) throw error
    throw new ProviderError(error.reason.toUpperCase(), `Telegram could not be reached. ${error.message}`, { cause: error })
  }
  if (response.ok) return response.result
  const { status, description } = response
  if (isRefusedToken(status))
    throw new ProviderError('SIGN_IN_REFUSED', 'Telegram does not know the token. Copy it again from @BotFather.', { isSignIn: true })
  if (status === 409)
    throw new ProviderError(
      'CONFLICT',
      'Another program reads the messages of this bot. Stop it, or create a bot of its own for the inbox.',
    )
  throw new ProviderError(`HTTP_${status}`, `Telegram refused the request: ${description}`, { isFinal: status === 400 })
}

/** Telegram answers 401 to a token that was revoked, and 404 to one that it never had. */
export function isRefusedToken(status: number): boolean {
  return status === 401 || status === 404
}

export async function findAccount(connection: ProviderConnection): Promise<ProviderAccount> {
  const bot = await requestBot(connection, 'getMe')
  const { id, username } = isObject(bot) ? bot : {}
  if (typeof id !== 'number' || typeof username !== 'string' || !/^\w{4,32}$/.test(username))
    throw new ProviderError('UNREADABLE', 'Telegram answered without the name of the bot.')
  return { id: String(id), username, address: `@${username}` }
}

/** Returns the URL of a file, which is valid for an hour. It contains the token. */
export async function findFile(fileId: string, connection: ProviderConnection): Promise<string> {
  const file = await requestBot(connection, 'getFile', { file_id: fileId })
  const path = isObject(file) && typeof file.file_path === 'string' ? file.file_path : ''
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
  if (segments.length === 0) throw new ProviderError('FILE_GONE', 'Telegram no longer has the file.', { isFinal: true })
  return `${connection.outboundUrl}/file/bot${connection.secrets[0] ?? ''}/${segments.map(encodeURIComponent).join('/')}`
}

function parse(text: string): Json {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
