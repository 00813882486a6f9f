/** Formats tables as CSV (RFC 4180) for spreadsheets. */

/** A cell of a table. Null is an empty cell. */
export type Cell = string | number | null

/** The byte order mark, without which spreadsheets do not detect UTF-8. */
export const csvBeginning = '\ufeff'

/** Formats a row: the cells in a frame of a `csv` response. */
export function toCsvLine(row: unknown): string {
  // Safe because the kit's type of a `csv` response allows only rows of cells.
  return `${(row as readonly Cell[]).map(toCsvCell).join(',')}\r\n`
}

/** Characters that start a formula, including their full-width forms. */
const formulaSigns = '=+\\-@＝＋－＠'
const formula = new RegExp(`^[${formulaSigns}\\t\\r\\n]|(?<=[;\\t\\r\\n])(?=[${formulaSigns}])`, 'g')

/**
 * Formats a cell. Prefixes a text that a spreadsheet would run as a formula with `'`, because customers choose the subjects of threads, and
 * a formula can send other cells to a stranger (CSV injection). German spreadsheets split cells at `;` and then ignore the quotes, so each
 * part and line of the text is checked like a cell.
 */
function toCsvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replaceAll(formula, "'$&")
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
