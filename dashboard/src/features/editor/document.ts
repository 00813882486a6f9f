/** Converts between plain text and the editor's document. */
import type { JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'

/** Paragraph separator: an empty line, as in the text that the service derives from HTML. A hard break is a single line break. */
const betweenParagraphs = '\n\n'
const atBreak = '\n'

/** Converts text to a document. `toText` is the exact inverse. */
export function toDocument(text: string): JSONContent {
  return { type: 'doc', content: text.replaceAll('\r\n', '\n').split(betweenParagraphs).map(toParagraph) }
}

function toParagraph(lines: string): JSONContent {
  const content: JSONContent[] = []
  for (const [at, line] of lines.split(atBreak).entries()) {
    if (at > 0) content.push({ type: 'hardBreak' })
    if (line !== '') content.push({ type: 'text', text: line })
  }
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }
}

export function toText(document: Node): string {
  return textBetween(document, 0, document.content.size)
}

export function textBetween(document: Node, from: number, to: number): string {
  return document.textBetween(from, to, betweenParagraphs, (node) =>
    node.type.name === 'hardBreak' ? atBreak : (node.type.spec.leafText?.(node) ?? ''),
  )
}

/** Converts a position in a text to the position in its document. */
export function toPosition(document: Node, offset: number): number {
  let left = offset
  let position = 1
  document.forEach((paragraph, at) => {
    if (left < 0) return
    const { size } = paragraph.content
    position = at + 1 + Math.min(left, size)
    left -= size + betweenParagraphs.length
  })
  return position
}

/** Whether the document has no formatting, so that it can be sent as plain text. */
export function isPlain(document: Node): boolean {
  const isPlainText = ({ isText, marks, type }: Node): boolean =>
    type.name === 'hardBreak' || ((isText || type.spec.leafText !== undefined) && marks.length === 0)
  return document.children.every(({ type, children }) => type.name === 'paragraph' && children.every(isPlainText))
}
