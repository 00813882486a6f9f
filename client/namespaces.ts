/** Adds a second name, by resource, for each method: `skein.threads.list` is `skein.listThreads`. */

/** Returns the namespace of an operation: the first part of its path below the version. */
export function namespaceOf(path: string): string {
  const [first = '', ...others] = wordsOf(path)
  return first + others.map(capitalize).join('')
}

/**
 * Returns the name of an operation in its namespace: its own name without the namespace's noun, singular or plural, or without the part of
 * the noun that it contains. `replyToThread` becomes `reply`, and below `scheduled-meetings`, `listMeetings` becomes `list`. The name
 * depends only on the operation, so later operations change no names.
 */
export function methodName(operationId: string, path: string): string {
  const words = wordsOf(path).map(capitalize)
  const nouns = words.flatMap((_, i) => [words.slice(i).join(''), words.slice(0, words.length - i).join('')])
  for (const noun of nouns.toSorted((a, b) => b.length - a.length)) {
    const stem = noun.replace(/(ies|es|y|s)$/, '')
    const short = operationId.replace(new RegExp(`([a-z])${stem}(ies|es|y|e|s)?(?=[A-Z]|$)`), '$1')
    if (short !== operationId) return short.replace(/To$/, '')
  }
  return operationId
}

/** Adds the namespaces to the methods. Each is built on first use, so that creating a client is fast. */
export function addNamespaces(methods: Record<string, unknown>, table: Readonly<Record<string, { path: string }>>): void {
  const operations = Object.entries(table).map(([id, { path }]) => ({ id, path, namespace: namespaceOf(path) }))
  for (const namespace of new Set(operations.map((operation) => operation.namespace))) {
    let built: Readonly<Record<string, unknown>> | undefined
    const members = () => operations.filter((operation) => operation.namespace === namespace)
    const build = () => Object.fromEntries(members().map(({ id, path }) => [methodName(id, path), methods[id]]))
    Object.defineProperty(methods, namespace, { enumerable: true, get: () => (built ??= build()) })
  }
}

function wordsOf(path: string): string[] {
  return (path.replace(/^\/api\/v\d+\//, '').split('/', 1)[0] ?? '').split('-')
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
