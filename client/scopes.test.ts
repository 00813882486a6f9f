import { expect, it } from 'vitest'
import { allScopes, covers, type ScopeHeld } from '../server/platform/principal.ts'
import { rooms } from '../server/resources/index.ts'
import { coversScope, requiredScope } from './index.ts'

it('says of each operation the scope that the service wants', () => {
  // Safe because the client is made of the same operations.
  for (const { operationId, scope } of rooms.flatMap(({ endpoints }) => endpoints))
    expect(requiredScope(operationId as never), operationId).toBe(scope)
})

it('says of each scope which others it covers, as the service does', () => {
  const needed = allScopes.filter((scope): scope is ScopeHeld & `${string}:${string}` => scope.includes(':'))
  for (const granted of allScopes)
    for (const scope of needed) expect(coversScope([granted], scope), `${granted} for ${scope}`).toBe(covers([granted], scope))
})
