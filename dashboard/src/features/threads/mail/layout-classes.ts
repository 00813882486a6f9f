/** Adds the classes that mail.css uses: to tables, and to codes that must not break over two lines. */
export function addLayoutClasses(root: HTMLElement): void {
  for (const table of root.querySelectorAll('table')) {
    if (hasData(table)) table.classList.add('data')
    if (table.parentElement?.closest('table')) continue
    const scroller = root.ownerDocument.createElement('div')
    scroller.className = 'wide'
    table.replaceWith(scroller)
    scroller.append(table)
  }
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const withCodes: Text[] = []
  // Safe because the walker returns only text nodes.
  while (texts.nextNode()) if (codes.test(texts.currentNode.textContent ?? '')) withCodes.push(texts.currentNode as Text)
  for (const text of withCodes) wrapCodes(text)
}

/**
 * Whether a table contains data. Many mails use tables for layout. A data table has headings, or several rows with several cells each, and
 * no nested table.
 */
function hasData(table: HTMLTableElement): boolean {
  if (table.querySelector('table')) return false
  const rows = [...table.rows].filter(({ cells }) => cells.length > 1)
  return table.querySelector('th') !== null || (rows.length > 1 && rows.length === table.rows.length)
}

/** Codes such as `ERR-401` and `2026-03-01`. Browsers break after the hyphen, and in Arabic text the halves would swap places. */
const codes = /\b(?:[A-Z][A-Z\d]{1,11}-\d{1,11}|\d{4}-\d\d-\d\d)\b/

function wrapCodes(text: Text): void {
  const { ownerDocument: inert } = text
  const parts = (text.textContent ?? '').split(new RegExp(`(${codes.source})`))
  text.replaceWith(
    ...parts.map((part, i) => {
      if (i % 2 === 0) return part
      const code = inert.createElement('span')
      code.className = 'code'
      code.textContent = part
      return code
    }),
  )
}
