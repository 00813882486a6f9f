/** Reads Authentication-Results headers (RFC 8601), in which a mail server states what it found out about the sender. */
import type { RawField } from './raw-header.ts'

export type Verdict = 'PASS' | 'FAIL' | 'NONE' | 'UNKNOWN'

export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** Results of the checks of a mail's sender. */
export type Authentication = {
  readonly spf: Verdict
  readonly dkim: Verdict
  readonly dmarc: Verdict
  /** The policy that the domain of From publishes for mail that fails; null when it publishes none. */
  readonly dmarcPolicy: DmarcPolicy | null
  /** True when the owner of the domain in From has vouched for the mail: a valid signature of that domain, or DMARC by a trusted server. */
  readonly aligned: boolean
  /** The server whose header states the results; null when the service itself checked, or when nothing was checked. */
  readonly by: string | null
}

export const unknownAuthentication: Authentication = {
  spf: 'UNKNOWN',
  dkim: 'UNKNOWN',
  dmarc: 'UNKNOWN',
  dmarcPolicy: null,
  aligned: false,
  by: null,
}

type Result = { readonly method: string; readonly result: string; readonly text: string }
type StatedResults = { readonly by: string; readonly results: readonly Result[] }

/**
 * Returns what the topmost Authentication-Results header states if a trusted server wrote it; otherwise null. The headers below it may
 * have been written by the sender.
 */
export function readStatedAuthentication(fields: readonly RawField[], trustedAuthserv: readonly string[]): Authentication | null {
  const topmost = fields.find(({ name }) => name === 'authentication-results')
  return topmost === undefined ? null : toAuthentication(topmost.value, fields, trustedAuthserv)
}

/** Returns what the value of a header states if a trusted server wrote it. `fields` are the mail's, for the domain of From. */
export function toAuthentication(value: string, fields: readonly RawField[], trustedAuthserv: readonly string[]): Authentication | null {
  if (value.length > maxValueLength) return null
  const { by, results } = parseResults(value)
  if (!trustedAuthserv.some((server) => server.toLowerCase() === by)) return null
  const dkim = results.filter(({ method }) => method === 'dkim')
  const dmarc = results.find(({ method }) => method === 'dmarc')
  const from = findFromDomain(fields)
  const isSigned = dkim.some(({ result, text }) => result === 'pass' && from !== null && isSameDomain(from, signingDomain(text)))
  return {
    spf: toVerdict(results.find(({ method }) => method === 'spf')?.result),
    dkim: dkim.some(({ result }) => result === 'pass') ? 'PASS' : toVerdict(dkim[0]?.result),
    dmarc: toVerdict(dmarc?.result),
    dmarcPolicy: dmarc === undefined ? null : findPolicy(dmarc.text),
    aligned: isSigned || dmarc?.result === 'pass',
    by,
  }
}

/** Characters of one header. Real ones have hundreds. */
const maxValueLength = 16_384

/** Exchange Online writes no name of the server into its headers; elsewhere it calls itself so. */
const exchangeOnline = 'mx.microsoft.com'

function parseResults(value: string): StatedResults {
  const parts = splitParts(value)
  const [first = ''] = parts
  const isNameless = /^[a-z-]+\s*=/i.test(first)
  const by = isNameless ? exchangeOnline : (/^\S+/.exec(first)?.[0] ?? '').toLowerCase()
  return {
    by,
    results: (isNameless ? parts : parts.slice(1)).flatMap((text) => {
      // Comments stay in `text`, because servers write the policy of DMARC into one.
      const [, method, result] = /^([a-z-]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)/i.exec(text) ?? []
      return method !== undefined && result !== undefined ? [{ method: method.toLowerCase(), result: result.toLowerCase(), text }] : []
    }),
  }
}

/** Splits at semicolons outside comments and quoted strings. Comments are kept as they are, quotation marks are removed. */
function splitParts(value: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  const pieces = value.matchAll(/\\.|[^\\"();]+|["();\\]/gs)
  for (const [piece] of pieces) {
    if (piece === '"' && depth === 0) isQuoted = !isQuoted
    else if (piece === ';' && depth === 0 && !isQuoted) parts.push('')
    else {
      if (piece === '(' && !isQuoted) depth++
      if (piece === ')' && !isQuoted) depth = Math.max(0, depth - 1)
      parts.push(`${parts.pop()}${piece}`)
    }
  }
  return parts.map((part) => part.trim())
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

function signingDomain(text: string): string {
  const [, domain = ''] = /\bheader\.(?:d|i)\s*=\s*(?:[^\s@;]*@)?([^\s@;]+)/i.exec(withoutComments(text)) ?? []
  return domain.toLowerCase()
}

function findPolicy(text: string): DmarcPolicy | null {
  const [, policy] = /(?:\bpolicy\.dmarc|\bp|\baction)\s*=\s*o?(none|quarantine|reject)\b/i.exec(text) ?? []
  // Safe because the pattern has only these alternatives.
  return policy === undefined ? null : (policy.toLowerCase() as DmarcPolicy)
}

function withoutComments(text: string): string {
  return text.replaceAll(/\([^()]*\)/g, ' ')
}

/** Returns the domain of From; null when there is not exactly one From header with exactly one address. */
function findFromDomain(fields: readonly RawField[]): string | null {
  const [from, second] = fields.filter(({ name }) => name === 'from')
  if (from === undefined || second !== undefined || from.value.length > 4_096) return null
  const bare = from.value.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  const [, domain] = /^[^@]*@([a-z0-9.-]+)\s*>?\s*(?:\([^@]*\)\s*)?$/i.exec(bare) ?? []
  return domain?.toLowerCase() ?? null
}

/** True when one domain is the other or belongs to it. */
function isSameDomain(a: string, b: string): boolean {
  return b.includes('.') && a.includes('.') && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`))
}
