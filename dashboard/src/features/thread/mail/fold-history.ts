/**
 * Folds the quoted history at the end of an HTML mail. The sanitiser has removed classes and styles, so the history is found by its text.
 */
import { findHistory } from '../../../../../server/kit/quoted-history.ts'

/** A line of the mail; `node` is its first node, and `offset` the position in that node. */
type Line = { text: string; node: Node; offset: number }

export function foldHistory(root: HTMLElement): void {
  const { ownerDocument: inert } = root
  const lines = readLines(root)
  const line = lines[findHistory(lines.map(({ text }) => text)) ?? lines.length]
  if (!line) return
  const history = inert.createRange()
  if (line.offset > 0) history.setStart(line.node, line.offset)
  else history.setStartBefore(findOutermost(line.node, root))
  history.setEndAfter(root.lastChild ?? root)
  const details = inert.createElement('details')
  const summary = inert.createElement('summary')
  summary.textContent = '… Quoted text'
  details.append(summary, history.extractContents())
  root.append(details)
}

const blocks: ReadonlySet<string> = new Set(
  'BLOCKQUOTE CAPTION DD DIV DL DT H1 H2 H3 H4 H5 H6 LI OL P PRE TABLE TBODY TFOOT THEAD TR UL'.split(' '),
)

/** Reads the lines of the mail as text, with `>` before the lines of a blockquote. */
function readLines(root: HTMLElement): Line[] {
  const lines: Line[] = []
  let current: Line | null = null
  let depth = 0
  const endLine = (): void => {
    if (current) lines.push(current)
    current = null
  }
  const add = (text: string, node: Node, offset = 0): void => {
    current ??= { text: depth > 0 ? '> ' : '', node, offset }
    current.text += text
  }
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) return readText(node)
    const name = node.nodeName
    if (name === 'BR') {
      if (!current) add('', node)
      return endLine()
    }
    if (name === 'IMG') return add('image', node)
    if (name === 'HR') {
      endLine()
      add('_____', node)
      return endLine()
    }
    const isBlock = blocks.has(name)
    if (isBlock) endLine()
    else if ((name === 'TD' || name === 'TH') && current) add(' ', node)
    if (name === 'BLOCKQUOTE') depth++
    for (const child of node.childNodes) read(child)
    if (isBlock) endLine()
    if (name === 'BLOCKQUOTE') depth--
  }
  const readText = (node: Node): void => {
    const text = node.textContent ?? ''
    if (node.parentElement?.closest('pre')) {
      let offset = 0
      for (const [i, part] of text.split('\n').entries()) {
        if (i > 0) endLine()
        add(part, node, offset)
        offset += part.length + 1
      }
    } else if (current || text.trim() !== '') add(text.replaceAll(/\s+/g, ' '), node)
  }
  for (const child of root.childNodes) read(child)
  endLine()
  return lines
}

/** Finds the outermost element that begins with this node, so that moving it leaves no empty element behind. */
function findOutermost(node: Node, root: HTMLElement): Node {
  let at = node
  for (let parent = at.parentNode; parent && parent !== root; parent = at.parentNode) {
    for (let before = at.previousSibling; before; before = before.previousSibling) if (hasContent(before)) return at
    at = parent
  }
  return at
}

function hasContent(node: Node): boolean {
  const isElement = node.nodeType === Node.ELEMENT_NODE
  return (node.textContent ?? '').trim() !== '' || (isElement && (node as Element).matches('img, hr, :has(img, hr)'))
}
