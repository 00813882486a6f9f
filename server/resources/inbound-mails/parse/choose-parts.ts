/** Chooses which parts of a mail are its body. All others become attachments. */
import { hasWords, readPartText } from './part-text.ts'
import type { MimePart } from './mime-tree.ts'

export type ChosenParts = {
  /** Text parts of the body, in order. */
  readonly body: readonly MimePart[]
  readonly attachments: readonly MimePart[]
  readonly security: 'NONE' | 'SIGNED' | 'ENCRYPTED'
}

type Choice = { body: MimePart[]; attachments: MimePart[] }

/** Chooses the body. With `prefersText`, the text of an alternative is chosen before its HTML. */
export function chooseParts(root: MimePart, { prefersText = false } = {}): ChosenParts {
  const { body, attachments } = chooseFrom(root, prefersText)
  // A text with a file name that is not marked as an attachment is what the sender wrote, if there is no other text.
  const named = body.some(isText) ? undefined : attachments.find((part) => isText(part) && part.disposition !== 'attachment')
  return {
    body: named ? [...body, named].toSorted((a, b) => a.number - b.number) : body,
    attachments: attachments.filter((part) => part !== named),
    security: findSecurity(root),
  }
}

function chooseFrom(part: MimePart, prefersText: boolean): Choice {
  if (part.children.length === 0) return isBody(part) ? { body: [part], attachments: [] } : { body: [], attachments: [part] }
  const choices = part.children.map((child) => chooseFrom(child, prefersText))
  if (part.type === 'multipart/alternative') return chooseAlternative(choices, prefersText)
  if (part.type === 'multipart/related') return chooseRelated(part, choices)
  if (part.type === 'multipart/encrypted') return { body: [], attachments: choices.flatMap((one) => [...one.body, ...one.attachments]) }
  return { body: choices.flatMap(({ body }) => body), attachments: choices.flatMap(({ attachments }) => attachments) }
}

/** Chooses HTML if it has words, else text. The texts that are not chosen say the same, so they are dropped. */
function chooseAlternative(choices: readonly Choice[], prefersText: boolean): Choice {
  const isHtml = ({ body }: Choice): boolean => body.some(({ type }) => type === 'text/html')
  const isWorded = ({ body }: Choice): boolean => body.some((part) => hasWords(readPartText(part)))
  const html = choices.findLast((one) => isHtml(one) && isWorded(one))
  const text = choices.find((one) => !isHtml(one) && isWorded(one))
  const chosen = (prefersText ? (text ?? html) : (html ?? text)) ?? choices.findLast(isHtml) ?? choices.find(({ body }) => body.length > 0)
  return {
    body: chosen?.body ?? [],
    attachments: choices.flatMap(({ attachments }) =>
      attachments.filter(({ type, filename }) => filename !== null || !renditions.has(type)),
    ),
  }
}

/** Other renditions of a text in an alternative, which no agent needs as a file. */
const renditions: ReadonlySet<string> = new Set(['text/x-amp-html', 'text/watch-html', 'text/enriched', 'text/richtext'])

/** Chooses the root of a related group: the first part with a text, unless a parameter names another. Other texts are its resources. */
function chooseRelated(part: MimePart, choices: readonly Choice[]): Choice {
  const start = part.parameters.get('start')?.replaceAll(/[<>\s]/g, '')
  const named = start === undefined ? -1 : part.children.findIndex(({ contentId }) => contentId === start)
  const isUsable = (at: number): boolean => (choices[at]?.body.length ?? 0) > 0
  const root = isUsable(named) ? named : choices.findIndex((_, at) => isUsable(at))
  return {
    body: choices[root]?.body ?? [],
    attachments: choices.flatMap((one, at) => (at === root ? one.attachments : [...one.body, ...one.attachments])),
  }
}

function isBody(part: MimePart): boolean {
  // A report is part of the text, even if its part has a file name.
  if (part.type === 'message/delivery-status') return true
  return isText(part) && part.disposition !== 'attachment' && part.filename === null
}

function isText({ type }: MimePart): boolean {
  return type === 'text/plain' || type === 'text/html'
}

/** Looks at the outer parts only: a forwarded mail may have been signed or encrypted, and this mail was not. */
function findSecurity(root: MimePart): ChosenParts['security'] {
  const mime = /^application\/(x-)?pkcs7-mime$/
  const parts = [root, ...root.children]
  if (
    parts.some(
      ({ type, parameters }) =>
        type === 'multipart/encrypted' || (mime.test(type) && !/signed|certs/i.test(parameters.get('smime-type') ?? '')),
    )
  )
    return 'ENCRYPTED'
  return parts.some(({ type }) => type === 'multipart/signed' || mime.test(type)) ? 'SIGNED' : 'NONE'
}
