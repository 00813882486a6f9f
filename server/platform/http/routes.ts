/** Finds the operation for a method and path. `request-target.ts` splits the path into segments. */
import { closest } from '../closest.ts'
import type { Endpoint } from './declared-endpoint.ts'
import { ApiError, methodNotAllowed, routeNotFound } from '../errors.ts'

/** An operation, and the raw ids in the path. */
export type Routed = { endpoint: Endpoint; params: Readonly<Record<string, string>> }

/** The methods at a path, for OPTIONS. */
export type Allowed = { allowed: string }

/** Finds an operation. Throws ApiError 404 when no operation has the path, and 405 with `Allow` when none has the method at this path. */
export type Route = (method: string, segments: readonly string[]) => Routed | Allowed

type Leaf = { byMethod: Map<string, { endpoint: Endpoint; names: readonly string[] }> }
type Node = { fixed: Map<string, Node>; byId: Node | null; leaf: Leaf | null }

export function createRoutes(prefix: string, endpoints: readonly Endpoint[]): Route {
  const root = newNode()
  for (const endpoint of endpoints) addEndpoint(root, prefix, endpoint)
  const paths = [...new Set(endpoints.map(({ path }) => prefix + path))]
  return (method, segments) => {
    const params: string[] = []
    const leaf = find(root, segments, 0, params)
    if (!leaf) {
      const isWithoutPrefix = find(root, [...prefix.slice(1).split('/'), ...segments], 0, []) !== null
      throw isWithoutPrefix ? prefixMissing(prefix, segments) : noRoute(segments, paths)
    }
    const found = leaf.byMethod.get(method)
    const allowed = [...leaf.byMethod.keys()].join(', ')
    if (method === 'OPTIONS') return { allowed: `${allowed}, OPTIONS` }
    if (!found) throw new ApiError(methodNotAllowed, { headers: { Allow: allowed } })
    const named: Record<string, string> = {}
    found.names.forEach((name, i) => (named[name] = params[i] ?? ''))
    return { endpoint: found.endpoint, params: named }
  }
}

function prefixMissing(prefix: string, segments: readonly string[]): ApiError {
  const path = `${prefix}/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`
  return new ApiError(routeNotFound, {
    message: `${routeNotFound.message} Paths of the API begin with ${prefix}: send the request to ${path}.`,
  })
}

function noRoute(segments: readonly string[], paths: readonly string[]): ApiError {
  const meant = closest(`/${segments.join('/')}`, paths)
  return meant === null
    ? new ApiError(routeNotFound)
    : new ApiError(routeNotFound, { message: `${routeNotFound.message} Did you mean ${meant}?` })
}

/** Finds the node of a path. A fixed segment takes precedence over an id; if nothing below it matches, tries the id. */
function find(node: Node, segments: readonly string[], at: number, params: string[]): Leaf | null {
  const segment = segments[at]
  if (segment === undefined) return node.leaf
  const fixed = node.fixed.get(segment)
  const leaf = fixed ? find(fixed, segments, at + 1, params) : null
  if (leaf || !node.byId || segment === '') return leaf
  params.push(segment)
  const below = find(node.byId, segments, at + 1, params)
  if (!below) params.pop()
  return below
}

function addEndpoint(root: Node, prefix: string, endpoint: Endpoint): void {
  const names: string[] = []
  let node = root
  for (const part of (prefix + endpoint.path).split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) {
      const next = node.fixed.get(part) ?? newNode()
      node.fixed.set(part, next)
      node = next
    } else {
      names.push(name)
      node = node.byId ??= newNode()
    }
  }
  node.leaf ??= { byMethod: new Map() }
  node.leaf.byMethod.set(endpoint.method, { endpoint, names })
  // A stream has no length, so HEAD is not offered.
  if (endpoint.method === 'GET' && endpoint.kind !== 'stream') node.leaf.byMethod.set('HEAD', { endpoint, names })
}

function newNode(): Node {
  return { fixed: new Map(), byId: null, leaf: null }
}
