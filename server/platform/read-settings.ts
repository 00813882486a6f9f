/** Parses single settings. For an invalid value, each function adds a sentence to `wrong` and returns a usable value. */
import { parseRange } from './outbound/addresses.ts'

export function readUrl(text: string, name: string, protocols: string[], wrong: string[]): URL | null {
  const url = URL.parse(text)
  if (url && protocols.includes(url.protocol)) return url
  // Leave the value out of the message, because it may contain a password.
  wrong.push(`${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`)
  return null
}

/** Parses a base URL, to which other URLs append a path: it must have no path, query or credentials. */
export function readHostUrl(text: string, name: string, wrong: string[]): URL | null {
  const url = readUrl(text, name, ['http:', 'https:'], wrong)
  if (
    url &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '' &&
    !/[?#@]/.test(text)
  )
    return url
  // Leave the value out of the message, because it may contain a password.
  if (url)
    wrong.push(
      `${name} must be a scheme, a host and possibly a port, such as https://desk.example.com. Remove what follows the host, and the user’s name and credentials: the service needs a host of its own.`,
    )
  return null
}

export function readOrigins(given: string | undefined, wrong: string[]): readonly string[] {
  return getList(given).map((item) => {
    const origin = item === '*' ? '*' : URL.parse(item)?.origin
    if (origin === undefined || origin === 'null')
      wrong.push(`CORS_ORIGINS must be comma-separated origins such as https://tools.example.com, or *; "${item}" is none.`)
    return origin ?? ''
  })
}

export function getList(given: string | undefined): string[] {
  return (given ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Parses a value that callers can send as a bearer token. */
export function readToken(given: string | undefined, name: string, wrong: string[]): string | null {
  // Leave the value out of the message, because it is a credential.
  if (given !== undefined && !/^[\x21-\x7e]+$/.test(given)) wrong.push(`${name} must consist of visible ASCII characters, without spaces.`)
  return given ?? null
}

export function readCidrs(given: string | undefined, name: string, wrong: string[]): readonly string[] {
  const ranges = getList(given)
  for (const range of ranges) {
    try {
      parseRange(range)
    } catch {
      wrong.push(`${name} must be comma-separated ranges such as 10.0.0.0/8 or ::1/128; "${range}" is not a range.`)
    }
  }
  return ranges
}

/** Settings of a language model behind OpenAI's chat completions API. */
export type ModelSettings = {
  url: string
  model: string
  apiKey: string | null
  timeoutSeconds: number
  /** Maximum tokens per tenant and day, input plus output; null for no limit. */
  tokensPerDay: number | null
  /** Maximum concurrent runs per tenant in this process. */
  atOnce: number
}

/** Parses the settings of the language model. `text` and `whole` read a setting by its name. */
export function readModel(
  text: (name: string) => string | undefined,
  whole: (name: string, fallback: number, min: number, max: number) => number,
  wrong: string[],
): ModelSettings | null {
  const [given, model] = [text('AI_URL'), text('AI_MODEL')]
  const url = given === undefined ? null : readUrl(given, 'AI_URL', ['http:', 'https:'], wrong)
  const settings = {
    apiKey: text('AI_API_KEY') ?? null,
    timeoutSeconds: whole('AI_TIMEOUT_SECONDS', 12, 1, 14),
    tokensPerDay: text('AI_TOKENS_PER_DAY') === undefined ? null : whole('AI_TOKENS_PER_DAY', 1, 1, 1_000_000_000),
    atOnce: whole('AI_AT_ONCE', 4, 1, 100),
  }
  if ((given === undefined) !== (model === undefined)) wrong.push('AI_URL and AI_MODEL are set together, or neither of them.')
  return url === null || model === undefined ? null : { url: url.href, model, ...settings }
}
