/** Variables of canned responses: `{{customer.name}}`, `{{customer.firstName|there}}`. */

import { escapeHtml } from '../../kit/escape-html.ts'

/** Values by name, dotted. What is absent, null or empty is missing. */
export type Variables = Readonly<Record<string, unknown>>
export type Rendered = { text: string; missing: string[] }

const pattern = /\{\{\s*([A-Za-z][\w.]*)\s*(?:\|([^{}]*))?\}\}/g

/**
 * Fills in the variables, once: what a value holds is text, whatever it looks like. In HTML values are escaped. A variable without a value
 * stays as it is and is named in `missing`, unless a default stands behind it.
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

/** Objects as dotted names, as deep as they are. */
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
