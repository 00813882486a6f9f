import { defineError } from '../../kit/errors.ts'

export const keyNotFound = defineError('SVC-KEY-NOT_FOUND', 404, 'There is no such API key.')
export const scopeEscalation = defineError('SVC-AUTH-SCOPE_ESCALATION', 403, 'A key cannot hand out scopes that it does not have itself.')
