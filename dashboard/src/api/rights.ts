/** What the role of whoever is signed in allows, so that a screen can say beforehand what it does not. The service decides in the end. */
import { useMemo } from 'react'
import { coversScope, requiredScope, type OperationId, type UserRole } from '@skein/client'
import { useApi } from './api.ts'
import { personOf } from './session.ts'
import { useStore } from './store.ts'

/** As the API describes the roles. */
const levelOf: Readonly<Record<UserRole, string>> = { OWNER: 'admin', ADMIN: 'admin', AGENT: 'write', VIEWER: 'read' }

/** What the operation does, for a sentence: `change` for `updateLabel`. */
function verbOf(operation: OperationId): string {
  if (/^(list|get)/.test(operation)) return 'see'
  return /^(create|update|delete)/.test(operation) ? 'change' : 'do'
}

export type Rights = {
  role: UserRole | null
  /** Null when it is allowed; else the reason, for people. */
  whyNot(operation: OperationId): string | null
}

export function useRights(): Rights {
  const role = personOf(useStore(useApi().session.store))?.role ?? null
  return useMemo(() => rightsOf(role), [role])
}

export function rightsOf(role: UserRole | null): Rights {
  return {
    role,
    whyNot(operation) {
      const needed = requiredScope(operation)
      if (!needed.includes(':') || (role !== null && coversScope([levelOf[role]], needed))) return null
      const who = needed.endsWith(':write') ? 'agents, admins and owners' : 'admins and owners'
      return `Only ${who} can ${verbOf(operation)} this.`
    },
  }
}
