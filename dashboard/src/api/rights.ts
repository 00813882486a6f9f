/** What the role of whoever is signed in allows, so that a screen can say beforehand what it does not. The service decides in the end. */
import { useMemo } from 'react'
import { coversScope, requiredScope, type OperationId, type UserRole } from '@skein/client'
import { useApi } from './api.ts'
import { personOf } from './session.ts'
import { useStore } from './store.ts'

/** As the API describes the roles. */
const levelOf: Readonly<Record<UserRole, string>> = { OWNER: 'admin', ADMIN: 'admin', AGENT: 'write', VIEWER: 'read' }
const roleNames: Readonly<Record<UserRole, string>> = { OWNER: 'Owner', ADMIN: 'Admin', AGENT: 'Agent', VIEWER: 'Viewer' }

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
      const who = needed.endsWith(':write') ? 'An agent, an admin or an owner' : 'An admin or an owner'
      return `${who} can do this: it needs the right ${needed}, which your role (${role === null ? 'none' : roleNames[role]}) does not have.`
    },
  }
}
