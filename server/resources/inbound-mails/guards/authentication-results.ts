/** Parses Authentication-Results headers (RFC 8601), in which a mail server reports its checks of the sender. */
import type { RawField } from './raw-header.ts'
import type { Author } from './read-author.ts'

export type Verdict = 'PASS' | 'FAIL' | 'NONE' | 'UNKNOWN'

export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** Results of the checks of a mail's sender. */
export type Authentication = {
  readonly spf: Verdict
  readonly dkim: Verdict
  readonly dmarc: Verdict
  /** Policy of the From domain for failing mail; null when the domain publishes none. */
  readonly dmarcPolicy: DmarcPolicy | null
  /** True when the mail has a valid signature of the From domain, verified by this service or by a trusted server. */
  readonly aligned: boolean
  /** The address that the results cover: the one in From, in canonical form. Null unless From has exactly one address. */
  readonly subject: string | null
  /** True when the subject's domain vouches for the mail, by a signature or by DMARC. */
  readonly isVouched: boolean
  /** Server whose header reports the results; null when the service checked itself, or nothing was checked. */
  readonly by: string | null
}

export const unknownAuthentication: Authentication = {
  spf: 'UNKNOWN',
  dkim: 'UNKNOWN',
  dmarc: 'UNKNOWN',
  dmarcPolicy: null,
  aligned: false,
  subject: null,
  isVouched: false,
  by: null,
}

/** `properties` have lower-case names; null when the result has anything else, so that they are ambiguous. */
type Result = { readonly method: string; readonly result: string; readonly text: string; readonly properties: readonly Property[] | null }
type Property = { readonly name: string; readonly value: string }
type StatedResults = { readonly by: string; readonly results: readonly Result[] }

/**
 * Returns the results in the topmost Authentication-Results header if a trusted server wrote it; otherwise null. The sender may have
 * written the headers below it. `author` is the result of `readAuthor`.
 */
export function readStatedAuthentication(
  fields: readonly RawField[],
  author: Author | null,
  trustedAuthserv: readonly string[],
): Authentication | null {
  const topmost = fields.find(({ name }) => name === 'authentication-results')
  return topmost === undefined ? null : toAuthentication(topmost.value, author, trustedAuthserv)
}

/** Returns the results about the author in a header's value, if a trusted server wrote it. */
export function toAuthentication(value: string, author: Author | null, trustedAuthserv: readonly string[]): Authentication | null {
  if (value.length > maxValueLength) return null
  const { by, results } = parseResults(value)
  if (!trustedAuthserv.some((server) => server.toLowerCase() === by)) return null
  const dkim = results.filter(({ method }) => method === 'dkim')
  const aligned =
    author !== null && dkim.some((each) => each.result === 'pass' && isSameDomain(author.domain, findSigningDomain(each.properties)))
  const dmarc = chooseDmarc(results.filter(({ method }) => method === 'dmarc'))
  const isPassed = dmarc?.result === 'pass' && author !== null && findDomain(dmarc.properties, 'header.from') === author.domain
  return {
    spf: toVerdict(results.find(({ method }) => method === 'spf')?.result),
    dkim: dkim.some(({ result }) => result === 'pass') ? 'PASS' : toVerdict(dkim[0]?.result),
    // A DMARC pass for a domain other than the author's says nothing about this mail.
    dmarc: dmarc?.result === 'pass' && !isPassed ? 'UNKNOWN' : toVerdict(dmarc?.result),
    dmarcPolicy: dmarc === undefined ? null : findPolicy(dmarc.text),
    aligned,
    subject: author?.address ?? null,
    isVouched: aligned || isPassed,
    by,
  }
}

/** Chooses the DMARC result. A server reports one; among several, trust only a failure. */
function chooseDmarc(results: readonly Result[]): Result | undefined {
  return results.length > 1 ? results.find(({ result }) => result === 'fail') : results[0]
}

/** Maximum characters of a header. Real ones have hundreds. */
const maxValueLength = 16_384

/** Name that stands for Exchange Online, which leaves its name out of these headers, but uses this one elsewhere. */
const exchangeOnline = 'mx.microsoft.com'

function parseResults(value: string): StatedResults {
  const parts = splitParts(value)
  const first = parts[0]?.bare ?? ''
  const isNameless = /^[a-z-]+\s*=/i.test(first)
  const by = isNameless ? exchangeOnline : (/^(?:"[^"]*"|[^\s"]+)(?=\s|$)/.exec(first)?.[0] ?? '').replaceAll('"', '').toLowerCase()
  return {
    by,
    results: (isNameless ? parts : parts.slice(1)).flatMap(({ bare, text }) => {
      const [start = '', method, result] = /^([a-z-]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)(?=\s|$)/i.exec(bare) ?? []
      return method !== undefined && result !== undefined
        ? [{ method: method.toLowerCase(), result: result.toLowerCase(), text, properties: readProperties(bare.slice(start.length)) }]
        : []
    }),
  }
}

/** A part of a header: `bare` without comments, `text` with them, because some servers write the DMARC policy in a comment. */
type Part = { readonly bare: string; readonly text: string }

/** Splits at semicolons outside comments and quoted strings. */
function splitParts(value: string): Part[] {
  const parts = [{ bare: '', text: '' }]
  let depth = 0
  let isQuoted = false
  const pieces = value.matchAll(/\\.|[^\\"();]+|["();\\]/gs)
  for (const [piece] of pieces) {
    if (piece === ';' && depth === 0 && !isQuoted) {
      parts.push({ bare: '', text: '' })
      continue
    }
    if (piece === '"' && depth === 0) isQuoted = !isQuoted
    const isComment = depth > 0 || (piece === '(' && !isQuoted)
    if (piece === '(' && !isQuoted) depth++
    else if (piece === ')' && !isQuoted) depth = Math.max(0, depth - 1)
    const part = parts.at(-1)
    // A comment separates words.
    if (part) Object.assign(part, { bare: part.bare + (isComment ? ' ' : piece), text: part.text + piece })
  }
  return parts.map(({ bare, text }) => ({ bare: bare.trim(), text: text.trim() }))
}

/** Reads `header.d=example.com header.i="Ada"@example.com`. */
function readProperties(text: string): Property[] | null {
  const properties: Property[] = []
  const property = /\s+([a-z][\w-]*(?:\.[a-z][\w-]*)?)\s*=[ \t]*((?:"(?:[^"\\]|\\.)*"|[^\s"\\])*)(?=\s|$)/giy
  let end = 0
  for (let match = property.exec(text); match; match = property.exec(text)) {
    properties.push({ name: (match[1] ?? '').toLowerCase(), value: match[2] ?? '' })
    end = property.lastIndex
  }
  return text.slice(end).trim() === '' ? properties : null
}

/** Returns the domain in a property, on its own or in an address, in lower case. Null unless the result has this property exactly once. */
function findDomain(properties: readonly Property[] | null, name: string): string | null {
  const [only, ...others] = properties?.filter((property) => property.name === name) ?? []
  if (only === undefined || others.length > 0) return null
  const domain = only.value.slice(only.value.lastIndexOf('@') + 1).toLowerCase()
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) ? domain : null
}

function findSigningDomain(properties: readonly Property[] | null): string | null {
  const isNamed = properties?.some(({ name }) => name === 'header.d') ?? false
  return findDomain(properties, isNamed ? 'header.d' : 'header.i')
}

const verdicts: Readonly<Record<string, Verdict>> = {
  pass: 'PASS',
  fail: 'FAIL',
  softfail: 'FAIL',
  hardfail: 'FAIL',
  permerror: 'FAIL',
  policy: 'FAIL',
  none: 'NONE',
  neutral: 'NONE',
  bestguesspass: 'NONE',
}

/** Maps a result of SPF, DKIM or DMARC to a verdict: unknown for DNS errors and for non-standard words. */
export function toVerdict(result: string | undefined): Verdict {
  return (result !== undefined && verdicts[result]) || 'UNKNOWN'
}

function findPolicy(text: string): DmarcPolicy | null {
  const [, policy] = /(?:\bpolicy\.dmarc|\bp|\baction)\s*=\s*o?(none|quarantine|reject)\b/i.exec(text) ?? []
  // Safe because the pattern has only these alternatives.
  return policy === undefined ? null : (policy.toLowerCase() as DmarcPolicy)
}

/** True when one domain equals the other or is its subdomain. */
function isSameDomain(a: string, b: string | null): boolean {
  return b !== null && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`))
}
