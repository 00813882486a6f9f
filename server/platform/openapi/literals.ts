/** Formats JSON values as literals of a programming language. */

export type Notation = {
  null: string
  true: string
  false: string
  quote: '"' | "'"
  /** True when keys that are identifiers have no quotes, and braces have inner spaces. */
  bareKeys: boolean
  /** True for a trailing comma in multi-line values. */
  lastComma: boolean
  indent: string
}

/** Maximum characters per line that the reference page shows without scrolling. */
const maxLineLength = 72

/** Formats a value, on one line if it fits. `depth` is the indentation of its first line. */
export function literal(value: unknown, notation: Notation, depth = 0): string {
  const flat = write(value, notation, null)
  return flat.length + depth * notation.indent.length <= maxLineLength ? flat : write(value, notation, depth)
}

function write(value: unknown, notation: Notation, depth: number | null): string {
  if (value === null) return notation.null
  if (typeof value === 'boolean') return notation[`${value}`]
  if (typeof value === 'string') return text(value, notation.quote)
  if (typeof value !== 'object') return String(value)
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => part(item, notation, depth))
    : Object.entries(value).map(([key, item]) => `${keyOf(key, notation)}: ${part(item, notation, depth)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = notation.bareKeys && !Array.isArray(value) ? ' ' : ''
  if (depth === null) return `${open}${space}${parts.join(', ')}${space}${close}`
  const inner = `\n${notation.indent.repeat(depth + 1)}`
  const last = notation.lastComma ? ',' : ''
  return `${open}${inner}${parts.join(`,${inner}`)}${last}\n${notation.indent.repeat(depth)}${close}`
}

function part(value: unknown, notation: Notation, depth: number | null): string {
  return depth === null ? write(value, notation, null) : literal(value, notation, depth + 1)
}

function keyOf(key: string, { bareKeys, quote }: Notation): string {
  return bareKeys && /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key, quote)
}

/** Formats a string. The escapes of JSON.stringify are also valid in JavaScript and Python. */
function text(value: string, quote: '"' | "'"): string {
  const inner = JSON.stringify(value).slice(1, -1)
  return quote === '"' ? `"${inner}"` : `'${inner.replaceAll('\\"', '"').replaceAll("'", String.raw`\'`)}'`
}
