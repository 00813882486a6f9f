/** Variables of canned responses: `{{customer.name}}`, `{{customer.firstName|there}}`. */

import { escapeHtml } from '../../kit/index.ts'

/** Values by name, dotted. What is absent, null or empty is missing. */
export type Variables = Readonly<Record<string, unknown>>
export type Rendered = { text: string; missing: string[] }

const pattern = /\{\{\s*([A-Za-z][\w.]*)\s*(?:\|([^{}]*))?\}\}/g

/** The names of the variables that a template uses. */
export function variablesUsed(template: string): string[] {
  return [...template.matchAll(pattern)].map(([, name = '']) => name)
}

/**
 * Fills in the variables in one pass: a value that looks like a variable is not filled in again. In HTML, values are escaped. A variable
 * without a value is left in the text and named in `missing`, unless it has a default.
 */
export function render(template: string, format: 'text' | 'html', variables: Variables): Rendered {
  const missing = new Set<string>()
  const text = template.replaceAll(pattern, (whole, name: string, otherwise: string | undefined) => {
    const value = shown(Object.hasOwn(variables, name) ? variables[name] : undefined)
    if (value !== '') return format === 'html' ? escapeHtml(value) : value
    if (otherwise !== undefined) return otherwise.trim()
    missing.add(name)
    return whole
  })
  return { text, missing: [...missing] }
}

/** Flattens nested objects to dotted names. */
export function variablesOf(values: object, prefix = ''): Variables {
  const flat: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      Object.assign(flat, variablesOf(value as object, `${prefix}${name}.`))
    else flat[prefix + name] = value
  }
  return flat
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  return value === undefined || value === null ? '' : String(value).trim()
}
