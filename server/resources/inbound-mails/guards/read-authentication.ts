/** Reads Authentication-Results headers (RFC 8601), which a mail server adds after checking SPF, DKIM and DMARC. */
import type { MailHeader } from '../parse/parsed-mail.ts'
import { unknownAuthentication, type AuthenticationResult, type MailAuthentication } from './authenticate-sender.ts'
import { listHeaders } from './header-values.ts'

const maxLength = 20_000
const maxHeaders = 20

/**
 * Returns the results of the topmost header of a trusted server. Everybody can write such a header into a mail, so without a trusted server
 * nothing is known. `fromDomain` is the domain of From, with which the signing domain is compared.
 */
export function readAuthentication(
  headers: readonly MailHeader[],
  trustedAuthserv: readonly string[],
  fromDomain: string,
): MailAuthentication {
  const trusted = new Set(trustedAuthserv.map((name) => name.trim().toLowerCase()))
  for (const value of listHeaders(headers, 'authentication-results').slice(0, maxHeaders)) {
    const [server = '', ...results] = removeComments(value.slice(0, maxLength)).split(';')
    const by = server.trim().split(/\s+/)[0]?.toLowerCase() ?? ''
    if (trusted.has(by)) return readResults(by, results, value.slice(0, maxLength), fromDomain.toLowerCase())
  }
  return unknownAuthentication
}

function readResults(by: string, results: readonly string[], value: string, fromDomain: string): MailAuthentication {
  const found = results.flatMap((text) => {
    const [, method, result] = /^\s*(spf|dkim|dmarc)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(text) ?? []
    return method === undefined || result === undefined ? [] : [{ method: method.toLowerCase(), result: toResult(result), text }]
  })
  const best = (method: string): AuthenticationResult => {
    const all = new Set(found.filter((each) => each.method === method).map(({ result }) => result))
    return (['PASS', 'FAIL', 'NONE'] as const).find((result) => all.has(result)) ?? 'UNKNOWN'
  }
  const isDkimAligned = found.some(({ method, result, text }) => method === 'dkim' && result === 'PASS' && isAligned(text, fromDomain))
  // Microsoft writes `action=`, others the policy in a comment: `dmarc=fail (p=REJECT …)`.
  const policy = /\bdmarc\s*=[^;]*?\b(?:p|action|policy\.published-domain-policy)\s*=\s*(none|quarantine|reject|oreject)\b/i.exec(
    value,
  )?.[1]
  return { spf: best('spf'), dkim: best('dkim'), dmarc: best('dmarc'), by, isDkimAligned, policy: toPolicy(policy), isOwnCheck: false }
}

function toResult(word: string): AuthenticationResult {
  const result = word.toLowerCase()
  if (result === 'pass' || result === 'bestguesspass') return result === 'pass' ? 'PASS' : 'UNKNOWN'
  if (['fail', 'softfail', 'hardfail', 'permerror', 'policy'].includes(result)) return 'FAIL'
  return result === 'none' || result === 'neutral' ? 'NONE' : 'UNKNOWN'
}

function toPolicy(word: string | undefined): MailAuthentication['policy'] {
  const policy = word?.toLowerCase()
  if (policy === 'oreject' || policy === 'reject') return 'reject'
  return policy === 'none' || policy === 'quarantine' ? policy : null
}

/** Signing domains are aligned if they are that of From or one above it. */
function isAligned(text: string, fromDomain: string): boolean {
  const [, domain = ''] = /\bheader\.(?:d|i)\s*=\s*"?[^\s@;"]*@?([^\s@;"]+)/i.exec(text) ?? []
  const signing = domain.toLowerCase()
  return signing.includes('.') && (signing === fromDomain || fromDomain.endsWith(`.${signing}`))
}

/** Removes comments in parentheses, which may contain semicolons. */
function removeComments(text: string): string {
  let kept = ''
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth++
    else if (letter === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += letter
  }
  return kept
}
