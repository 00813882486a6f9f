/** What operations need: for programs that show beforehand what they may do. */
import { operationTable } from './generated/operations.ts'
import type { OperationId } from './request-types.ts'

/**
 * The scope that an operation needs, such as `catalog:write`. `any`: whatever credentials; `session`: those of a person who has signed in;
 * `none`: no credentials.
 */
export function requiredScope(operation: OperationId): string {
  return operationTable[operation].scope
}

const levels = ['read', 'write', 'admin']

/** Whether one of the scopes that were granted covers the one that is needed: admin includes write includes read, and a bare level is for every resource. */
export function coversScope(granted: readonly string[], needed: string): boolean {
  const [resource, level = ''] = needed.split(':')
  return granted.some((scope) => {
    const [first = '', second] = scope.split(':')
    const [grantedResource, grantedLevel] = second === undefined ? [resource, first] : [first, second]
    return grantedResource === resource && levels.indexOf(grantedLevel) >= levels.indexOf(level)
  })
}
