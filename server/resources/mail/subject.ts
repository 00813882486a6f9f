/** Subjects of mails: what remains without the prefixes of replies, and the ticket numbers in them. */

/** Prefixes that mail programs put before the subject of a reply, in many languages. */
const replyPrefixes =
  're|aw|antw|antwort|sv|vs|odp|odg|ynt|rif|r|res|resp|rép|rep|vá|bls|tl|trả lời|ats|απ|ответ|отг|תגובה|رد|回复|回覆|答复|答覆|返信|回信|답장|회신'
const forwardPrefixes = 'fw|fwd|wg|tr|rv|enc|i|doorst|vl|pd|trs|ilt|πρθ|переслано|הועבר|转发|轉寄|転送|전달'
/** A prefix such as `Re:`, `AW[2]:` or `Fwd (3):`. The second colon is the one of Chinese and Japanese keyboards. */
const toPattern = (prefixes: string): RegExp => new RegExp(`^(?:${prefixes}) ?(?:\\[\\d{1,4}\\]|\\(\\d{1,4}\\))? ?[:：] ?`, 'iu')
const anyPrefix = toPattern(`${replyPrefixes}|${forwardPrefixes}`)
const replyPrefix = toPattern(replyPrefixes)
/** Text that only mail programs and gateways put before a subject: short words with a colon, as in languages that are not listed, and tags. */
const addedText =
  /^(?:[\p{L}\p{M}]{1,12}(?: [\p{L}\p{M}]{1,8})? ?(?:\[\d{1,4}\]|\(\d{1,4}\))? ?[:：] ?|\[[^[\]]{1,40}\] ?|\*{1,3}[\p{L} ]{1,20}\*{1,3} ?)+$/u
/** A tag of a gateway at either end, such as `[EXTERN]`. One with a number may name an order. */
const outerTag = /^\[[^[\]\d]{1,40}\] ?| ?\[[^[\]\d]{1,40}\]$/u
/** A ticket number in brackets, alone or after other words: `[ACME-2026-000042]`, `[#42]`, `[Acme Support #42]`. */
const bracketSource = '\\[[^\\[\\]]{0,100}?(?:\\b([a-z][a-z0-9]{0,15}-\\d{4}-\\d{6,12})|#(\\d{1,12})) ?\\]'

/** Characters of a subject that are read. Header lines are at most 998 long. */
const maxLength = 2000
/** Characters of a subject that mails are sent with. */
const maxSentLength = 255

/**
 * Returns a subject without ticket numbers and without the prefixes of replies and forwards, in lower case and with single spaces. Two mails
 * with the same base subject are about the same topic.
 */
export function toBaseSubject(subject: string): string {
  const text = fold(subject).toLowerCase().replaceAll(new RegExp(bracketSource, 'g'), ' ').replaceAll(/ +/g, ' ').trim()
  return removePrefixes(text, anyPrefix)
}

/**
 * Returns the subject of a reply to a mail: `Re: ` and its subject, without the prefixes of earlier replies in any language. `topic` is the subject
 * of the thread: what a mail program has put before it is left out, so that prefixes of unknown languages do not pile up.
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
 * Whether a mail with this subject is about the topic of an earlier subject: its base subject ends with the earlier one, because every language and
 * every gateway puts something else before it. `isSigned` is true for a mail that has a secret of the thread: then not even a space before it is
 * required. An empty subject is no new topic: some mail programs on phones send none.
 */
export function isSameTopic(subject: string, earlier: string, { isSigned }: { isSigned: boolean }): boolean {
  const base = toBaseSubject(subject)
  if (base === '' || base === toBaseSubject(earlier)) return true
  const [line, topic] = [removeTags(base), removeTags(toBaseSubject(earlier))]
  if (topic === '' || !line.endsWith(topic)) return false
  return isSigned || !/[\p{L}\p{N}]$/u.test(line.slice(0, line.length - topic.length))
}

/** Ticket numbers that a subject names in brackets. */
export type SubjectNumbers = { readonly ticketNumbers: readonly string[]; readonly publicNumbers: readonly number[] }

/** Finds ticket numbers in brackets. Without brackets, `#42` is more often the number of an order. */
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

/** Cuts a line after a word, or after a character where the line has no spaces, as in Japanese. */
function cutAtWord(line: string, limit: number): string {
  if (line.length <= limit) return line
  const space = line.lastIndexOf(' ', limit)
  // A surrogate pair must not be cut in half.
  const cut = space > limit / 2 ? line.slice(0, space) : line.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
  return cut.trimEnd()
}

function removePrefixes(line: string, prefix: RegExp): string {
  let rest = line
  for (let match = prefix.exec(rest); match !== null; match = prefix.exec(rest)) rest = rest.slice(match[0].length).trimStart()
  return rest
}

/** Returns the subject as one line, in the composed form of Unicode, without invisible signs that mail programs insert. */
function fold(subject: string): string {
  return subject
    .slice(0, maxLength)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .replaceAll(/[\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
}
