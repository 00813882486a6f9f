/** Reads Authentication-Results headers (RFC 8601), in which a mail server states what it found out about the sender. */
import type { RawField } from './raw-header.ts'
import type { Author } from './read-author.ts'

export type Verdict = 'PASS' | 'FAIL' | 'NONE' | 'UNKNOWN'

export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** Results of the checks of a mail's sender. */
export type Authentication = {
  readonly spf: Verdict
  readonly dkim: Verdict
  readonly dmarc: Verdict
  /** The policy that the domain of From publishes for mail that fails; null when it publishes none. */
  readonly dmarcPolicy: DmarcPolicy | null
  /** True when the mail has a valid signature of the domain in From, which was checked by the service or by a trusted server. */
  readonly aligned: boolean
  /** The address that the results are about: the one of From, in canonical form. Null when From does not have exactly one address. */
  readonly subject: string | null
  /** True when the domain of the subject has vouched for the mail, by a signature or by DMARC. */
  readonly isVouched: boolean
  /** The server whose header states the results; null when the service itself checked, or when nothing was checked. */
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

/** `properties` have names in lower case; null when the result has more than properties, so that it is not clear what they are. */
type Result = { readonly method: string; readonly result: string; readonly text: string; readonly properties: readonly Property[] | null }
type Property = { readonly name: string; readonly value: string }
type StatedResults = { readonly by: string; readonly results: readonly Result[] }

/**
 * Returns what the topmost Authentication-Results header states if a trusted server wrote it; otherwise null. The headers below it may
 * have been written by the sender. `author` is what `readAuthor` returns.
 */
export function readStatedAuthentication(
  fields: readonly RawField[],
  author: Author | null,
  trustedAuthserv: readonly string[],
): Authentication | null {
  const topmost = fields.find(({ name }) => name === 'authentication-results')
  return topmost === undefined ? null : toAuthentication(topmost.value, author, trustedAuthserv)
}

/** Returns what the value of a header states about the author if a trusted server wrote it. */
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
    // DMARC that passed for a domain other than that of the author is no result for this mail.
    dmarc: dmarc?.result === 'pass' && !isPassed ? 'UNKNOWN' : toVerdict(dmarc?.result),
    dmarcPolicy: dmarc === undefined ? null : findPolicy(dmarc.text),
    aligned,
    subject: author?.address ?? null,
    isVouched: aligned || isPassed,
    by,
  }
}

/** A server states one result of DMARC. Among several, only a failure is believed. */
function chooseDmarc(results: readonly Result[]): Result | undefined {
  return results.length > 1 ? results.find(({ result }) => result === 'fail') : results[0]
}

/** Characters of one header. Real ones have hundreds. */
const maxValueLength = 16_384

/** Exchange Online writes no name of the server into its headers; elsewhere it calls itself so. */
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

/** A part of a header: `bare` is without comments, and `text` is with them, because servers write the policy of DMARC into one. */
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

/** Returns the domain that a property names, alone or in an address, in lower case. Null unless the result has this property once. */
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

/** Returns the verdict that a result of SPF, DKIM or DMARC stands for; unknown for errors of DNS and for words of no standard. */
export function toVerdict(result: string | undefined): Verdict {
  return (result !== undefined && verdicts[result]) || 'UNKNOWN'
}

function findPolicy(text: string): DmarcPolicy | null {
  const [, policy] = /(?:\bpolicy\.dmarc|\bp|\baction)\s*=\s*o?(none|quarantine|reject)\b/i.exec(text) ?? []
  // Safe because the pattern has only these alternatives.
  return policy === undefined ? null : (policy.toLowerCase() as DmarcPolicy)
}

/** True when one domain is the other or belongs to it. */
function isSameDomain(a: string, b: string | null): boolean {
  return b !== null && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`))
}
