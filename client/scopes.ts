/** Scopes of operations, for programs that need to check in advance what they may do. */
import { operationTable } from './generated/operations.ts'
import type { OperationId } from './request-types.ts'

/**
 * Returns the scope that an operation needs, such as `catalog:write`. `any` means any credentials, `session` a signed-in user's session,
 * and `none` no credentials.
 */
export function requiredScope(operation: OperationId): string {
  return operationTable[operation].scope
}

const levels = ['read', 'write', 'admin']

/**
 * Whether one of the granted scopes covers the needed one: admin includes write, write includes read, and a level without a resource
 * applies to every resource.
 */
export function coversScope(granted: readonly string[], needed: string): boolean {
  const [resource, level = ''] = needed.split(':')
  return granted.some((scope) => {
    const [first = '', second] = scope.split(':')
    const [grantedResource, grantedLevel] = second === undefined ? [resource, first] : [first, second]
    return grantedResource === resource && levels.indexOf(grantedLevel) >= levels.indexOf(level)
  })
}
