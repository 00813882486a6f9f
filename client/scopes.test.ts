import { expect, it } from 'vitest'
import { allScopes, covers, type KeyScope } from '../server/platform/principal.ts'
import { modules } from '../server/resources/index.ts'
import { coversScope, requiredScope } from './index.ts'

it('each operation has the scope that the service requires', () => {
  // Safe because the client is generated from the same operations.
  for (const { operationId, scope } of modules.flatMap(({ endpoints }) => endpoints))
    expect(requiredScope(operationId as never), operationId).toBe(scope)
})

it('each scope covers the same scopes as in the service', () => {
  const needed = allScopes.filter((scope): scope is KeyScope & `${string}:${string}` => scope.includes(':'))
  for (const granted of allScopes)
    for (const scope of needed) expect(coversScope([granted], scope), `${granted} for ${scope}`).toBe(covers([granted], scope))
})
