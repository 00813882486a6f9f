/** What is written as the editor's document, as text and as HTML. */
import type { JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'

/** Between paragraphs stands an empty line, as in the text that the service makes of HTML; within them a break is one line more. */
const betweenParagraphs = '\n\n'
const atBreak = '\n'

/** Each text is one document and back, to the letter. */
export function documentOf(text: string): JSONContent {
  return { type: 'doc', content: text.replaceAll('\r\n', '\n').split(betweenParagraphs).map(paragraphOf) }
}

function paragraphOf(lines: string): JSONContent {
  const content: JSONContent[] = []
  for (const [at, line] of lines.split(atBreak).entries()) {
    if (at > 0) content.push({ type: 'hardBreak' })
    if (line !== '') content.push({ type: 'text', text: line })
  }
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }
}

export function textOf(document: Node): string {
  return textBetween(document, 0, document.content.size)
}

export function textBetween(document: Node, from: number, to: number): string {
  return document.textBetween(from, to, betweenParagraphs, ({ type }) => (type.name === 'hardBreak' ? atBreak : ''))
}

/** Where a place in the text is in the document that was made of it. */
export function positionOf(document: Node, offset: number): number {
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

/** Whether nothing would be lost if it was sent as text. */
export function isPlain(document: Node): boolean {
  const isText = ({ isText: isWords, marks, type }: Node): boolean => type.name === 'hardBreak' || (isWords && marks.length === 0)
  return document.children.every(({ type, children }) => type.name === 'paragraph' && children.every(isText))
}
