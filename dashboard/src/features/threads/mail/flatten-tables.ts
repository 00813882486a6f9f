/** Block elements, which would break a cell into lines. */
const blocks = 'p, div, ul, ol, li, dl, dt, dd, h1, h2, h3, h4, h5, h6, blockquote, pre'

/**
 * Replaces each table with lines, and separates the cells, for the editor and for plain text, which have no tables. A table with one cell
 * per row is a layout table, so its contents are kept.
 */
export function flattenTables(root: DocumentFragment, separator: string): void {
  // Inner tables come after their outer ones.
  for (const table of [...root.querySelectorAll('table')].toReversed()) {
    const rows = [...table.querySelectorAll('tr')].map((row) =>
      [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th'),
    )
    const captions = [...table.querySelectorAll('caption')].map((caption) => wrap('p', [...caption.childNodes]))
    const isLayout = rows.every((cells) => cells.length <= 1)
    const contents = isLayout ? rows.flat().map((cell) => wrap('div', [...cell.childNodes])) : [toLines(rows, separator)]
    table.replaceWith(...captions, ...contents)
  }
}

function wrap(name: string, nodes: readonly Node[]): HTMLElement {
  const element = document.createElement(name)
  element.append(...nodes)
  return element
}

function toLines(rows: readonly (readonly Element[])[], separator: string): HTMLElement {
  const lines = wrap('p', [])
  for (const [i, cells] of rows.filter((row) => row.length > 0).entries()) {
    if (i > 0) lines.append(document.createElement('br'))
    for (const [k, cell] of cells.entries()) lines.append(...(k > 0 ? [separator] : []), ...toInline(cell))
  }
  return lines
}

/** Returns the contents of a cell on one line, with its formatting. */
function toInline(cell: Element): Node[] {
  for (const each of cell.querySelectorAll('br')) each.replaceWith(' ')
  for (const block of [...cell.querySelectorAll(blocks)].toReversed())
    block.replaceWith(...(block.previousSibling ? [' '] : []), ...block.childNodes)
  const nodes = [...cell.childNodes]
  const [first, last] = [nodes[0], nodes.at(-1)]
  if (first instanceof Text) first.data = first.data.trimStart()
  if (last instanceof Text) last.data = last.data.trimEnd()
  return nodes
}
