/** Rewrites the schemas in a part of the API document. */

/** Keywords whose values are data, not schemas. */
const data = new Set(['example', 'examples', 'enum', 'const', 'default'])
/** Keywords whose values map names to schemas. The names may equal keywords. */
const maps = new Set(['properties', 'patternProperties', 'responses', 'schemas', 'headers', 'content', 'mapping'])

type Part = Readonly<Record<string, unknown>>

/** Applies `change` to every object in a part of the document, innermost first. */
export function rewriteSchemas(part: unknown, change: (found: Part) => Part, isMap = false): unknown {
  if (Array.isArray(part)) return part.map((member) => rewriteSchemas(member, change))
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([name, member]) => {
    if (!isMap && data.has(name)) return [name, member]
    return [name, rewriteSchemas(member, change, !isMap && maps.has(name))]
  })
  const copy: Part = Object.fromEntries(entries)
  return isMap ? copy : change(copy)
}
