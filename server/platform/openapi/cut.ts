/** Splits the API document by tag, for tools with a limit on its size or the number of operations. */
import { rewriteSchemas } from './rewrite.ts'
import { documentMethods, type OpenapiDocument, type PathItem } from './types.ts'

/** Returns the document with the operations of one tag and the components that they use. Events have the tag `events`. */
export function cutByTag(document: OpenapiDocument, tag: string): OpenapiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
    const own = documentMethods.flatMap((method) => (item[method]?.tags?.includes(tag) ? [[method, item[method]] as const] : []))
    return own.length > 0 ? [[path, Object.fromEntries(own)]] : []
  })
  const cut = {
    ...document,
    tags: document.tags.filter(({ name }) => name === tag),
    paths: Object.fromEntries(paths),
    webhooks: tag === 'events' ? document.webhooks : {},
  }
  return { ...cut, components: usedComponents(document, [cut.paths, cut.webhooks]) }
}

function usedComponents({ components }: OpenapiDocument, parts: unknown): OpenapiDocument['components'] {
  const used = new Set<string>()
  const byReference = new Map<string, unknown>(
    Object.entries(components).flatMap(([kind, named]) =>
      Object.entries(named).map(([name, part]) => [`#/components/${kind}/${name}`, part] as const),
    ),
  )
  const visit = (part: unknown): void => {
    rewriteSchemas(part, (found) => {
      // Examples are not schemas, but they appear in the place of one and refer to shared examples elsewhere.
      for (const reference of [found.$ref, ...Object.values(Object(found.examples)).map((example) => Object(example).$ref)]) {
        if (typeof reference !== 'string' || used.has(reference)) continue
        used.add(reference)
        visit(byReference.get(reference))
      }
      return found
    })
  }
  visit(parts)
  const keep = <Part>(kind: string, named: Record<string, Part>): Record<string, Part> =>
    Object.fromEntries(Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`)))
  return {
    schemas: keep('schemas', components.schemas),
    responses: keep('responses', components.responses),
    parameters: keep('parameters', components.parameters),
    headers: keep('headers', components.headers),
    examples: keep('examples', components.examples),
    securitySchemes: components.securitySchemes,
  }
}
