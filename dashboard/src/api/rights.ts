/** Rights of the signed-in user's role, so that screens can hide what the service would refuse. The service enforces them. */
import { useMemo } from 'react'
import { coversScope, requiredScope, type OperationId, type UserRole } from '@skein/client'
import { useApi } from './api.ts'
import { getSessionUser } from './session.ts'
import { useStore } from './store.ts'
import { message, t } from '../texts/texts.ts'

/** The scope of each role, as the API documents it. */
const scopeByRole: Readonly<Record<UserRole, string>> = { OWNER: 'admin', ADMIN: 'admin', AGENT: 'write', VIEWER: 'read' }

/** Reasons why a role may not call an operation: one for agents' operations, one for admins' operations. */
const reasons = {
  see: { agents: message('Only agents, admins and owners can see this.'), admins: message('Only admins and owners can see this.') },
  change: {
    agents: message('Only agents, admins and owners can change this.'),
    admins: message('Only admins and owners can change this.'),
  },
  do: { agents: message('Only agents, admins and owners can do this.'), admins: message('Only admins and owners can do this.') },
} as const

/** Returns the verb of the operation, such as `change` for `updateLabel`. */
function getKind(operation: OperationId): keyof typeof reasons {
  if (/^(list|get)/.test(operation)) return 'see'
  return /^(create|update|delete)/.test(operation) ? 'change' : 'do'
}

export type Rights = {
  role: UserRole | null
  /** Returns null when the role allows the operation, otherwise the reason to display. */
  whyNot(operation: OperationId): string | null
}

export function useRights(): Rights {
  const role = getSessionUser(useStore(useApi().session.store))?.role ?? null
  return useMemo(() => getRights(role), [role])
}

export function getRights(role: UserRole | null): Rights {
  return {
    role,
    whyNot(operation) {
      const needed = requiredScope(operation)
      if (!needed.includes(':') || (role !== null && coversScope([scopeByRole[role]], needed))) return null
      return t(reasons[getKind(operation)][needed.endsWith(':write') ? 'agents' : 'admins'])
    },
  }
}
