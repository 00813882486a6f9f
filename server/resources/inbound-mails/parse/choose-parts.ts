/** Chooses the parts of a mail that form its body. All others become attachments. */
import { hasWords, readPartText } from './part-text.ts'
import type { MimePart } from './mime-tree.ts'

export type ChosenParts = {
  /** Text parts of the body, in order. */
  readonly body: readonly MimePart[]
  readonly attachments: readonly MimePart[]
  readonly security: 'NONE' | 'SIGNED' | 'ENCRYPTED'
}

type Choice = { body: MimePart[]; attachments: MimePart[] }

/** Chooses the body. With `prefersText`, takes the text of an alternative rather than its HTML. */
export function chooseParts(root: MimePart, { prefersText = false } = {}): ChosenParts {
  const { body, attachments } = chooseFrom(root, prefersText)
  // Without any other text, a named text that is not marked as an attachment is the sender's text, or a version of it in another format.
  const isInline = (part: MimePart): boolean => part.disposition !== 'attachment'
  const only = body.some(isText)
    ? undefined
    : (attachments.find((part) => isText(part) && isInline(part)) ??
      attachments.find((part) => isReadable(part) && isInline(part) && (part.filename === null || part === root)))
  return {
    body: only ? [...body, only].toSorted((a, b) => a.number - b.number) : body,
    attachments: attachments.filter((part) => part !== only),
    security: findSecurity(root),
  }
}

/** Chooses parts recursively. With `takesNamed`, a text with a file name can be the body. */
function chooseFrom(part: MimePart, prefersText: boolean, takesNamed = false): Choice {
  if (part.children.length === 0) return isBody(part, takesNamed) ? { body: [part], attachments: [] } : { body: [], attachments: [part] }
  if (part.type === 'multipart/alternative') return chooseAlternative(part, prefersText)
  if (part.type === 'multipart/related') return chooseRelated(part, prefersText)
  const choices = part.children.map((child) => chooseFrom(child, prefersText))
  if (part.type === 'multipart/encrypted') return { body: [], attachments: choices.flatMap((one) => [...one.body, ...one.attachments]) }
  return { body: choices.flatMap(({ body }) => body), attachments: choices.flatMap(({ attachments }) => attachments) }
}

const isHtml = ({ body }: Choice): boolean => body.some(({ type }) => type === 'text/html')
const isWorded = ({ body }: Choice): boolean => body.some((part) => hasWords(readPartText(part)))

/** Chooses HTML if it has words, else text. Drops the other texts, which say the same. */
function chooseAlternative(part: MimePart, prefersText: boolean): Choice {
  const unnamed = part.children.map((child) => chooseFrom(child, prefersText))
  // Some programs give their HTML a file name.
  const isNamedHtml = ({ type, children }: MimePart): boolean => type === 'text/html' && children.length === 0
  const choices = unnamed.some(isHtml)
    ? unnamed
    : part.children.flatMap((child, i) => (isNamedHtml(child) ? chooseFrom(child, prefersText, true) : (unnamed[i] ?? [])))
  const html = choices.findLast((one) => isHtml(one) && isWorded(one))
  const text = choices.find((one) => !isHtml(one) && isWorded(one))
  const preferred = prefersText ? (text ?? html) : (html ?? text)
  const chosen = preferred ?? choices.findLast(isHtml) ?? choices.find(({ body }) => body.length > 0)
  if (!chosen) return { body: [], attachments: choices.flatMap(({ attachments }) => attachments) }
  const isFile = ({ type, filename }: MimePart): boolean => filename !== null || !renditions.has(type)
  const isUnread = (one: MimePart): boolean => one.filename !== null && !chosen.body.includes(one)
  return {
    body: chosen.body,
    attachments: choices.flatMap(({ body, attachments }) => attachments.filter(isFile).concat(body.filter(isUnread))),
  }
}

/** Alternative renditions of a text, which no agent needs as a file. */
const renditions: ReadonlySet<string> = new Set([
  'text/x-amp-html',
  'text/watch-html',
  'text/enriched',
  'text/richtext',
  'text/markdown',
  'text/x-markdown',
])

/** Chooses the root of a related group: the first text part, unless a parameter names another. Other texts are its resources. */
function chooseRelated(part: MimePart, prefersText: boolean): Choice {
  const start = part.parameters.get('start')?.replaceAll(/[<>\s]/g, '')
  const named = start === undefined ? -1 : part.children.findIndex(({ contentId }) => contentId === start)
  const choices = part.children.map((child, at) => chooseFrom(child, prefersText, at === Math.max(0, named)))
  const isUsable = (at: number): boolean => (choices[at]?.body.length ?? 0) > 0
  const root = isUsable(named) ? named : choices.findIndex((_, at) => isUsable(at))
  return {
    body: choices[root]?.body ?? [],
    attachments: choices.flatMap(({ body, attachments }, at) => (at === root ? attachments : body.concat(attachments))),
  }
}

function isBody(part: MimePart, takesNamed: boolean): boolean {
  // A report is part of the text, even if its part has a file name.
  if (part.type === 'message/delivery-status') return true
  return isText(part) && part.disposition !== 'attachment' && (takesNamed || part.filename === null)
}

function isText({ type }: MimePart): boolean {
  return type === 'text/plain' || type === 'text/html'
}

/** Whether a part is text for readers, such as Markdown. Unknown text types are shown as plain text (RFC 2046, 4.1.4). */
function isReadable({ type }: MimePart): boolean {
  return type.startsWith('text/') && !dataTypes.test(type)
}

/** Text formats for programs. */
const dataTypes =
  /^text\/(x-)?(calendar|vcalendar|vcard|directory|csv|comma-separated-values|tab-separated-values|xml|css|javascript|ecmascript|json|yaml|rtf|rfc822-headers|amp-html|watch-html|sql|vtt|.*(script|source|src|code|patch|diff|python|java|php|log))$/

/**
 * Returns whether the mail is signed or encrypted. Checks the outer parts only: a forwarded mail may be signed or encrypted when this mail
 * is not.
 */
function findSecurity(root: MimePart): ChosenParts['security'] {
  const kinds = [root, ...root.children].map(readSecurity)
  return kinds.find((kind) => kind === 'ENCRYPTED') ?? kinds.find((kind) => kind === 'SIGNED') ?? 'NONE'
}

function readSecurity({ type, smime, parameters }: MimePart): ChosenParts['security'] {
  if (type === 'multipart/encrypted') return 'ENCRYPTED'
  if (type === 'multipart/signed') return 'SIGNED'
  if (smime === null || smime === 'FILE') return 'NONE'
  if (smime !== 'UNREADABLE') return smime
  return /signed|certs/i.test(parameters.get('smime-type') ?? '') ? 'SIGNED' : 'ENCRYPTED'
}
