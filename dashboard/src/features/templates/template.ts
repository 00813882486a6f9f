/** A template as the API stores it: text with variables, or HTML with variables. */
export type Template = { readonly body: string; readonly bodyFormat: 'text' | 'html' }

/** Elements that the editor shows and writes. */
const shown = new Set('a b blockquote br code div em i li ol p pre span strong ul'.split(' '))

/** Returns the elements of the template's HTML that the editor would lose, such as tables. */
export function listLostElements({ body, bodyFormat }: Template): string[] {
  if (bodyFormat === 'text') return []
  const found = Array.from(body.matchAll(/<([a-z][a-z0-9]*)/gi), ([, name = '']) => name.toLowerCase())
  return [...new Set(found)].filter((name) => !shown.has(name))
}
