import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /**
   * Container width from which the column is shown: `md` fits next to two menus at 1024 px, `xl` at 1280 px. Without it, the column is
   * always shown.
   */
  from?: 'sm' | 'md' | 'lg' | 'xl'
  align?: 'end'
  /** Wraps its text, and takes the remaining width of a narrow table. Other columns stay on one line unless their text is long. */
  grows?: true
  /** The column is as wide as its text, which never wraps. */
  noWrap?: true
}

// Container queries instead of media queries, because two menus take half of a small screen.
const hiddenBelow = { sm: '@max-[28rem]:hidden', md: '@max-[32rem]:hidden', lg: '@max-[33rem]:hidden', xl: '@max-[48rem]:hidden' } as const

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Renders a row's name as a button that opens the row. */
  onOpen?: (row: Row) => void
}

/** Table whose first column names the row. */
export function Table<Row>({ label, columns, rows, keyOf, onOpen }: TableProps<Row>) {
  const getClassName = ({ from, align, grows }: Column<Row>): string =>
    // Do not pad only the last column: it may be hidden.
    `py-2.75 pe-4 first:ps-4 ${from ? hiddenBelow[from] : ''} ${align === 'end' ? 'text-end tabular-nums' : 'text-start'} ${grows ? 'wrap-anywhere' : ''}`
  // In a wide table, the browser distributes the width among all columns, so that numbers and dates stay near the names.
  const growth = columns.filter(({ grows }) => grows).length > 1 ? '@max-[28rem]:w-1/2' : '@max-[28rem]:w-full'
  return (
    <div className="@container overflow-hidden rounded-lg border border-line bg-surface">
      <table aria-label={label} className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={`${getClassName(column)} font-medium whitespace-nowrap ${column.grows ? growth : ''}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line-soft align-baseline last:border-b-0 hover:bg-hover">
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                const content =
                  index === 0 && onOpen ? (
                    <button
                      type="button"
                      className="block min-h-6 max-w-full min-w-20 text-start @min-[20rem]:min-w-28 font-medium text-text hover:underline"
                      onClick={() => onOpen(row)}
                    >
                      {column.cell(row)}
                    </button>
                  ) : (
                    column.cell(row)
                  )
                return (
                  <Cell
                    key={column.header}
                    scope={index === 0 ? 'row' : undefined}
                    className={`${getClassName(column)} ${index === 0 ? 'font-normal' : ''}`}
                  >
                    {column.grows && <div className="min-w-16 @min-[28rem]:min-w-24">{content}</div>}
                    {column.noWrap && <div className="w-max">{content}</div>}
                    {!column.grows && !column.noWrap && (
                      // The column is as wide as its text, up to a limit; otherwise a growing column would squeeze it and wrap every word.
                      // Narrow containers have no width to spare, so the text wraps there.
                      <div
                        className={`${index === 0 ? 'max-w-48 @max-[28rem]:min-w-20 @max-[28rem]:wrap-anywhere' : 'max-w-40 @max-[28rem]:wrap-break-word'} @min-[28rem]:w-max @min-[28rem]:max-w-40 @min-[28rem]:wrap-anywhere @min-[72rem]:max-w-56 ${column.align === 'end' ? 'ms-auto' : ''}`}
                      >
                        {content}
                      </div>
                    )}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
