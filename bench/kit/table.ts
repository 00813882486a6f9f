/** A row of the printed table. */
export type Row = {
  claim: string
  work: string
  floor: string
  ours: string
  /** The service's figure divided by the floor's; null where the goal is an absolute figure. */
  ratio: number | null
  goal: string
  met: boolean
}

/** CPU time of one request, in microseconds; null where the system does not report it. */
export type CpuRow = { work: string; side: string; node: number | null; postgres: number | null }

/** Formats a Markdown table whose columns are also aligned on a terminal. */
export function markdownTable(head: string[], lines: string[][]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)))
  const row = (cells: string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [row(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.map(row)].join('\n')
}

export function claimsTable(rows: Row[]): string {
  return markdownTable(
    ['#', 'Work', 'Floor', 'Ours', 'Ratio', 'Goal', 'Met'],
    rows.map(({ claim, work, floor, ours, ratio, goal, met }) => [
      claim,
      work,
      floor,
      ours,
      ratio === null ? '' : ratio.toFixed(2),
      goal,
      met ? 'yes' : 'NO',
    ]),
  )
}

export function cpuTable(rows: CpuRow[]): string {
  const micros = (value: number | null): string => (value === null ? '' : String(Math.round(value)))
  return markdownTable(
    ['Work', 'Side', 'HTTP process, µs', 'PostgreSQL, µs'],
    rows.map(({ work, side, node, postgres }) => [work, side, micros(node), micros(postgres)]),
  )
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`
}
export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`
}
