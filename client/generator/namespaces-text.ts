/** Generates the types of the client's namespaces. The client itself derives them from the operations by the same rule. */
import { methodName, namespaceOf } from '../namespaces.ts'
import type { Described } from './described.ts'

/** Returns an interface with the `operationId` of each method. Throws if two operations would have the same name. */
export function namespacesText({ paths }: Pick<Described, 'paths'>): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, summary }]) => ({
      operationId,
      summary,
      path,
      call: `${method.toUpperCase()} ${path}`,
    })),
  )
  const flat = new Set(['request', ...operations.map(({ operationId }) => operationId)])
  const taken = new Map<string, string>()
  const namespaces = new Map<string, string[]>()
  for (const { operationId, summary, path, call } of operations) {
    const [namespace, method] = [namespaceOf(path), methodName(operationId, path)]
    if (flat.has(namespace)) throw new Error(`${path} makes the namespace ${namespace}, but a method has this name: rename its operation`)
    const other = taken.get(`${namespace}.${method}`)
    if (other !== undefined) throw new Error(`${operationId} and ${other} are both ${namespace}.${method}: rename one of the operations`)
    taken.set(`${namespace}.${method}`, operationId)
    const entry = `    /** ${summary.replaceAll('*/', '*\\/')}, as \`${operationId}\`: \`${call}\` */\n    ${method}: '${operationId}'`
    namespaces.set(namespace, [...(namespaces.get(namespace) ?? []), entry])
  }
  const entries = [...namespaces].map(([namespace, methods]) => `  ${namespace}: {\n${methods.join('\n')}\n  }`)
  return `export interface Namespaces {\n${entries.join('\n')}\n}`
}
