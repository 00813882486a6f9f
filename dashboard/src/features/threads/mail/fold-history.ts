/** Collapses the quoted history of an HTML mail, which starts at the empty element that the service inserts. */
import { t } from '../../../texts/texts.ts'

/** Selector of the element at the start of the history. */
const markSelector = 'span[data-quoted]'

/** Moves everything after the marker into a collapsed details element. */
export function foldHistory(root: HTMLElement): void {
  const mark = root.querySelector(markSelector)
  if (!mark) return
  const history = root.ownerDocument.createRange()
  history.setStartBefore(findOutermost(mark, root))
  history.setEndAfter(root.lastChild ?? root)
  const details = root.ownerDocument.createElement('details')
  const summary = root.ownerDocument.createElement('summary')
  summary.textContent = `… ${t('Quoted text')}`
  details.append(summary, history.extractContents())
  root.append(details)
}

/** Finds the outermost element that starts with this node, so that moving it leaves no empty element behind. */
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
  // Safe because the node's type says that it is an element.
  return (node.textContent ?? '').trim() !== '' || (isElement && (node as Element).matches('img, hr, :has(img, hr)'))
}
