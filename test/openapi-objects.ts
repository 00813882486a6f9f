/** Traverses the API description. */

/** Yields every object of a part of the description, with its path. Examples are data and are left out. */
export function* objectsOf(part: unknown, path: string[] = []): Generator<{ path: string[]; found: Record<string, unknown> }> {
  if (typeof part !== 'object' || part === null || ['examples', 'example'].includes(path.at(-1) ?? '')) return
  if (!Array.isArray(part)) yield { path, found: { ...part } }
  for (const [name, inner] of Object.entries(part)) yield* objectsOf(inner, [...path, name])
}
