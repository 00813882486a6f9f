/** Renders variables in texts: `{{customer.name}}`, `{{customer.firstName|there}}`. */
import { escapeHtml } from './escape-html.ts'

/** Values by dotted name. An absent, null or empty value counts as missing. */
export type Variables = Readonly<Record<string, unknown>>
export type Rendered = { text: string; missing: string[] }

const pattern = /\{\{\s*([A-Za-z][\w.]*)\s*(?:\|([^{}]*))?\}\}/g

/** Returns the variables in a template that have no default. */
export function listVariablesWithoutDefault(template: string): string[] {
  return [...template.matchAll(pattern)].flatMap(([, name = '', defaultValue]) => (defaultValue === undefined ? [name] : []))
}

const inBraces = /\{\{([^{}\n]{1,200})\}\}/g

/** Returns the variables of a text for which `isKnown` is false, as spelled in the text. */
export function findUnknownVariables(text: string, isKnown: (name: string) => boolean): string[] {
  const found = [...text.matchAll(inBraces)].flatMap(([whole, inner = '']) => {
    const [name = ''] = inner.split('|')
    return isKnown(name.trim()) ? [] : [whole]
  })
  return [...new Set(found)]
}

/** Returns the names of the variables in a template. */
export function listVariables(template: string): string[] {
  return [...template.matchAll(pattern)].map(([, name = '']) => name)
}

/**
 * Fills in the variables in one pass, so that a value that looks like a variable is not filled in again. Escapes values in HTML. A
 * variable without a value or default stays in the text and is listed in `missing`.
 */
export function render(template: string, format: 'text' | 'html', variables: Variables): Rendered {
  const missing = new Set<string>()
  const text = template.replaceAll(pattern, (whole, name: string, defaultValue: string | undefined) => {
    const value = formatValue(Object.hasOwn(variables, name) ? variables[name] : undefined)
    if (value !== '') return format === 'html' ? escapeHtml(value) : value
    if (defaultValue !== undefined) return defaultValue.trim()
    missing.add(name)
    return whole
  })
  return { text, missing: [...missing] }
}

/** Removes the variables of these names that have no default, each with the spaces before it. */
export function removeVariables(text: string, names: readonly string[]): string {
  const listed = names.map((name) => name.replaceAll('.', '\\.')).join('|')
  // Matches spaces from their first one only: otherwise the time would grow with the square of their number.
  return text.replaceAll(new RegExp(`(?<![ \\t])[ \\t]*\\{\\{\\s*(?:${listed})\\s*\\}\\}`, 'g'), '')
}

/** Flattens nested objects to dotted names. */
export function flattenVariables(values: object, prefix = ''): Variables {
  const flat: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      Object.assign(flat, flattenVariables(value as object, `${prefix}${name}.`))
    else flat[prefix + name] = value
  }
  return flat
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  return value === undefined || value === null ? '' : String(value).trim()
}
