/** Marks up what mail.css lays out: tables, and codes that must not be broken over two lines. */

export function layOut(root: HTMLElement): void {
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
  // Safe because the walker shows text nodes only.
  while (texts.nextNode()) if (codes.test(texts.currentNode.textContent ?? '')) withCodes.push(texts.currentNode as Text)
  for (const text of withCodes) keepTogether(text)
}

/** Mails lay out their text in tables, too: a table has data when it has headings, or several rows of several cells and no table in them. */
function hasData(table: HTMLTableElement): boolean {
  if (table.querySelector('table')) return false
  const rows = [...table.rows].filter(({ cells }) => cells.length > 1)
  return table.querySelector('th') !== null || (rows.length > 1 && rows.length === table.rows.length)
}

/** `ERR-401`, `2026-03-01`: browsers break lines after the hyphen, and between two lines of Arabic its halves would change places. */
const codes = /\b(?:[A-Z][A-Z\d]{1,11}-\d{1,11}|\d{4}-\d\d-\d\d)\b/

function keepTogether(text: Text): void {
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
