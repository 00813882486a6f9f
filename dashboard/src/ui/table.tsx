import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** How wide its place must be: `md` is what two menus leave of a screen of 1024 px, `xl` what they leave of 1280. Always shown without. */
  from?: 'sm' | 'md' | 'lg' | 'xl'
  align?: 'end'
  /** Takes what room there is, and wraps; the others keep to one line, unless they are long. */
  grows?: true
  /** As wide as its words: they are never broken. */
  keeps?: true
}

// By the room that there is, not by the screen: beside two menus half of a small screen is left.
const shownFrom = { sm: '@max-[28rem]:hidden', md: '@max-[32rem]:hidden', lg: '@max-[33rem]:hidden', xl: '@max-[48rem]:hidden' } as const

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Makes the name of a row a button that opens it. */
  onOpen?: (row: Row) => void
}

/** Rows and columns. The first column names its row. */
export function Table<Row>({ label, columns, rows, keyOf, onOpen }: TableProps<Row>) {
  const classOf = ({ from, align, grows }: Column<Row>, index: number): string =>
    `py-1.5 ${index === 0 ? 'ps-0' : 'ps-4'} ${from ? shownFrom[from] : ''} ${align === 'end' ? 'text-end tabular-nums' : 'text-start'} ${grows ? 'wrap-anywhere' : ''}`
  const growing = columns.filter(({ grows }) => grows).length
  const widthOf = ({ grows }: Column<Row>): { width?: string } => (grows ? { width: `${100 / growing}%` } : {})
  return (
    <div className="@container">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line-strong text-muted">
            {columns.map((column, index) => (
              <th
                key={column.header}
                scope="col"
                style={widthOf(column)}
                className={`${classOf(column, index)} font-medium whitespace-nowrap`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line align-baseline hover:bg-hover">
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                const content =
                  index === 0 && onOpen ? (
                    <button
                      type="button"
                      className="block min-h-6 max-w-full min-w-28 text-start font-medium text-accent hover:underline"
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
                    className={`${classOf(column, index)} ${index === 0 ? 'font-normal' : ''}`}
                  >
                    {column.grows && <div className="min-w-16 @min-[28rem]:min-w-24">{content}</div>}
                    {column.keeps && <div className="w-max">{content}</div>}
                    {!column.grows && !column.keeps && (
                      // As wide as it is, up to a limit: a column that grows would otherwise take the room of every other word. Narrow
                      // places have no such room to give: there words go below each other.
                      <div
                        className={`${index === 0 ? 'max-w-48' : 'max-w-40'} @max-[28rem]:wrap-break-word @min-[28rem]:w-max @min-[28rem]:max-w-56 @min-[28rem]:wrap-anywhere ${column.align === 'end' ? 'ms-auto' : ''}`}
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
