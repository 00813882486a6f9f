/** Parses replies of mail servers. Every function accepts any text and takes linear time. */

/** A reply of a mail server. `enhanced` is its enhanced status code (RFC 3463), such as `5.1.1`; `text` is one line. */
export type SmtpReply = { readonly code: number; readonly enhanced: string | null; readonly text: string }

const maxReplyLength = 4_000
const maxReasonLength = 300

/** Parses a reply of one or more lines. Null when it does not start with a status code. */
export function parseReply(response: string): SmtpReply | null {
  const given = response.slice(0, maxReplyLength)
  const [, code, firstEnhanced] = /^([2-5]\d\d)(?!\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S))?/.exec(given) ?? []
  if (code === undefined) return null
  const lines = given.split(/\r?\n/).map((line) => {
    const text = line.replace(/^\d{3}(?:[ -]|$)/, '')
    return text.replace(/^[245]\.\d{1,3}\.\d{1,3}(?!\S)\s?/, '')
  })
  return { code: Number(code), enhanced: firstEnhanced ?? null, text: toOneLine(lines.join(' ')) }
}

function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** Returns the code to show for a recipient: the enhanced one if available. */
export function toStatusCode({ code, enhanced }: SmtpReply): string {
  return enhanced ?? String(code)
}

/** Returns the server's text for a recipient's state, as one short line. It may contain addresses, so it must not be logged. */
export function toReason({ code, text }: SmtpReply): string {
  const reason = text === '' ? `The mail server replied ${code}.` : text
  return reason.length <= maxReasonLength ? reason : `${reason.slice(0, maxReasonLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Matches rejections by Gmail, Microsoft 365 and others of a sender who sends too much or too fast. */
const throttlingText =
  /\btoo many (?:concurrent |recent )?(?:connections|log-?ins?|messages|e?-?mails|requests|sessions)|\brate[- ]?limit|\bthrottl|\bunusual rate|\bsending (?:rate|limit|quota)|\bconcurrent connections? limit|\bdaily (?:limit|quota|\w+ (?:sending )?(?:limit|quota))|\bsubmission ?quota|\bmessage limit exceeded|\bserver (?:is )?busy|\bslow down/i

/** Matches permanent codes that mean a daily limit, after which the server accepts mail again. */
const dailyLimitText =
  /\bdaily (?:user |message |recipient )?(?:sending )?(?:limit|quota)|\bsubmission ?quota ?exceeded|\bsending (?:limit|quota) exceeded/i
const dailyLimitCodes: ReadonlySet<string> = new Set(['5.1.90', '5.7.232', '5.7.233'])

/**
 * True when a reply means that the sender must pause all mail. A full or busy mailbox (4.2.x) and greylisting delay one recipient only, and
 * 452 4.5.3 means that the remaining recipients need another mail.
 */
export function isThrottling({ code, enhanced, text }: SmtpReply): boolean {
  if (code >= 500) return (enhanced !== null && dailyLimitCodes.has(enhanced)) || dailyLimitText.test(text)
  if (code < 400) return false
  if (code === 421 || throttlingText.test(text)) return true
  if (/\bgr[ae]y-?list/i.test(text) || enhanced?.startsWith('4.2.') || enhanced === '4.5.3') return false
  return code === 452 || (code === 450 && (enhanced?.startsWith('4.7.') ?? false))
}

/** True for a permanent rejection. A daily limit has a permanent code but ends, and 503 means that the server lost track of the session. */
export function isPermanent(reply: SmtpReply): boolean {
  return reply.code >= 500 && reply.code !== 503 && !isThrottling(reply)
}

/** Matches texts about a nonexistent mailbox, in replies and in bounces. */
export const unknownUserText =
  /user unknown|unknown user|no such (user|recipient|mailbox)|mailbox (not found|does not exist)|no mailbox here/i

/**
 * True when a rejection means that the address is dead. A bare 550 and 5.7.1 are not enough: servers that do not relay for this service, or
 * distrust it, reject every recipient with them.
 */
export function isAddressDead(reply: SmtpReply): boolean {
  if (!isPermanent(reply)) return false
  return /^5\.(1\.([12346]|10)|2\.1|4\.1)$/.test(reply.enhanced ?? '') || unknownUserText.test(reply.text)
}

const maxProviderIdLength = 300
const plainWord = /^[a-z]{1,15}[.,:;!]?$/i

/**
 * Returns the server's queue id of an accepted mail, from replies such as `250 Ok 0100018b-…` (SES), `250 2.0.0 OK <…@…>` (Microsoft 365)
 * or `250 2.0.0 Ok: queued as 4F3A1`. Replies to a mail whose Message-ID the server replaced refer to this id.
 */
export function parseProviderId(response: string): string | null {
  const reply = parseReply(response)
  if (reply === null || reply.code < 200 || reply.code > 299) return null
  const text = reply.text.replace(/^ok\b[:,]?\s*/i, '')
  const found =
    /<([^<>\s]+)>/.exec(text)?.[1] ??
    /\bqueued (?:mail for delivery )?as:?\s+(\S+)/i.exec(text)?.[1] ??
    /\b(?:message-?)?id[=:]\s*(\S+)/i.exec(text)?.[1] ??
    text.split(' ').find((word) => word.length >= 4 && !plainWord.test(word) && /[\d@-]/.test(word))
  const id = found?.replace(/^[<("'[]+|[>)"'\].,;]+$/g, '') ?? ''
  return id === '' || id.length > maxProviderIdLength ? null : id
}
