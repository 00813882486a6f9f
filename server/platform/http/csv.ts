/** Tables as text (RFC 4180), for spreadsheets. */

/** A value of a table. Null is an empty cell. */
export type Cell = string | number | null

/** The byte order mark, without which spreadsheets do not read UTF-8. */
export const csvBeginning = '\ufeff'

/** Formats a row. The data of a frame of a `csv` response is an array of cells. */
export function toCsvLine(row: unknown): string {
  // Safe because the kit's type of a `csv` response allows rows of cells only.
  return `${(row as readonly Cell[]).map(toCsvCell).join(',')}\r\n`
}

/** Characters with which a formula begins, also in the full width of East Asian text. */
const formulaSigns = '=+\\-@＝＋－＠'
const formula = new RegExp(`^[${formulaSigns}\\t\\r\\n]|(?<=[;\\t\\r\\n])(?=[${formulaSigns}])`, 'g')

/**
 * Formats a cell. A text that a spreadsheet would run as a formula gets a `'` in front, because customers choose the subjects of threads, and a
 * formula can send the other cells to a stranger. German spreadsheets divide cells at `;` and then see no quotes around the text, so that its
 * parts and lines are cells, too.
 */
function toCsvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replaceAll(formula, "'$&")
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
