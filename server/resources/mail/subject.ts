/** Normalises mail subjects: strips the prefixes of replies, and finds ticket numbers. */

/** Reply prefixes of mail programs in many languages. */
const replyPrefixes =
  're|aw|antw|antwort|sv|vs|odp|odg|ynt|rif|r|res|resp|rép|rep|vá|bls|tl|trả lời|ats|απ|ответ|отг|תגובה|رد|回复|回覆|答复|答覆|返信|回信|답장|회신'
const forwardPrefixes = 'fw|fwd|wg|tr|rv|enc|i|doorst|vl|pd|trs|ilt|πρθ|переслано|הועבר|转发|轉寄|転送|전달'
/** Matches a prefix such as `Re:`, `AW[2]:` or `Fwd (3):`. The second colon is that of Chinese and Japanese keyboards. */
const toPattern = (prefixes: string): RegExp => new RegExp(`^(?:${prefixes}) ?(?:\\[\\d{1,4}\\]|\\(\\d{1,4}\\))? ?[:：] ?`, 'iu')
const anyPrefix = toPattern(`${replyPrefixes}|${forwardPrefixes}`)
const replyPrefix = toPattern(replyPrefixes)
/** Matches text that only mail programs and gateways prepend: short words with a colon, as in unlisted languages, and tags. */
const addedText =
  /^(?:[\p{L}\p{M}]{1,12}(?: [\p{L}\p{M}]{1,8})? ?(?:\[\d{1,4}\]|\(\d{1,4}\))? ?[:：] ?|\[[^[\]]{1,40}\] ?|\*{1,3}[\p{L} ]{1,20}\*{1,3} ?)+$/u
/** Matches a gateway's tag at either end, such as `[EXTERN]`. A tag with a number may be an order number. */
const outerTag = /^\[[^[\]\d]{1,40}\] ?| ?\[[^[\]\d]{1,40}\]$/u
/** Matches a ticket number in brackets, alone or after other words: `[ACME-2026-000042]`, `[#42]`, `[Acme Support #42]`. */
const bracketSource = '\\[[^\\[\\]]{0,100}?(?:\\b([a-z][a-z0-9]{0,15}-\\d{4}-\\d{6,12})|#(\\d{1,12})) ?\\]'

/** Maximum characters of a subject to read. Header lines have at most 998. */
const maxLength = 2000
/** Maximum characters of a sent subject. */
const maxSentLength = 255

/**
 * Returns a subject without ticket numbers, reply and forward prefixes, in lower case and with single spaces. Two mails with the same base
 * subject have the same topic.
 */
export function toBaseSubject(subject: string): string {
  const text = fold(subject).toLowerCase().replaceAll(new RegExp(bracketSource, 'g'), ' ').replaceAll(/ +/g, ' ').trim()
  return removePrefixes(text, anyPrefix)
}

/**
 * Returns the subject of a reply to a mail: `Re: ` and its subject, without the prefixes of earlier replies in any language. `topic` is the
 * thread's subject: everything that mail programs prepended to it is dropped, so that prefixes in unknown languages do not pile up.
 */
export function toReplySubject(subject: string, topic = ''): string {
  const line = removePrefixes(fold(subject), replyPrefix)
  const plainTopic = removePrefixes(fold(topic), replyPrefix)
  const at = line.length - plainTopic.length
  const isAdded =
    plainTopic !== '' && at > 0 && line.slice(at).toLowerCase() === plainTopic.toLowerCase() && addedText.test(line.slice(0, at))
  return cutAtWord(`Re: ${isAdded ? line.slice(at) : line}`.trimEnd(), maxSentLength)
}

/**
 * Whether two subjects have the same topic: the base subject ends with the earlier one, because languages and gateways prepend different
 * text. `isSigned` is true for a mail with a secret of the thread, for which not even a space before the earlier subject is required. An
 * empty subject is no new topic, because some phone mail programs send none.
 */
export function isSameTopic(subject: string, earlier: string, { isSigned }: { isSigned: boolean }): boolean {
  const base = toBaseSubject(subject)
  if (base === '' || base === toBaseSubject(earlier)) return true
  const [line, topic] = [removeTags(base), removeTags(toBaseSubject(earlier))]
  if (topic === '' || !line.endsWith(topic)) return false
  return isSigned || !/[\p{L}\p{N}]$/u.test(line.slice(0, line.length - topic.length))
}

/** Ticket numbers in a subject's brackets. */
export type SubjectNumbers = { readonly ticketNumbers: readonly string[]; readonly publicNumbers: readonly number[] }

/** Finds ticket numbers in brackets. Without brackets, `#42` is usually an order number. */
export function findSubjectNumbers(subject: string): SubjectNumbers {
  const matches = [...fold(subject).matchAll(new RegExp(bracketSource, 'gi'))].slice(0, 10)
  return {
    ticketNumbers: [...new Set(matches.flatMap(([, ticketNumber]) => ticketNumber?.toUpperCase() ?? []))],
    publicNumbers: [...new Set(matches.flatMap(([, , number]) => (number === undefined ? [] : [Number(number)])))],
  }
}

function removeTags(base: string): string {
  let rest = base
  while (outerTag.test(rest)) rest = rest.replace(outerTag, '').trim()
  return removePrefixes(rest, anyPrefix) || base
}

/** Truncates a line after a word, or after a character if the line has no spaces, as in Japanese. */
function cutAtWord(line: string, limit: number): string {
  if (line.length <= limit) return line
  const space = line.lastIndexOf(' ', limit)
  // Do not split a surrogate pair.
  const cut = space > limit / 2 ? line.slice(0, space) : line.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
  return cut.trimEnd()
}

function removePrefixes(line: string, prefix: RegExp): string {
  let rest = line
  for (let match = prefix.exec(rest); match !== null; match = prefix.exec(rest)) rest = rest.slice(match[0].length).trimStart()
  return rest
}

/** Returns the subject as one line, in NFC, without invisible characters that mail programs insert. */
function fold(subject: string): string {
  return subject
    .slice(0, maxLength)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .replaceAll(/[\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
}
