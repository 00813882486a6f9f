import { defineError } from '../../kit/index.ts'

export const scopeEscalation = defineError('SVC-AUTH-SCOPE_ESCALATION', 403, 'A key cannot hand out scopes that it does not have itself.', {
  cause: 'A key was asked to make or rotate a key that may do more than itself.',
  cure: 'Use a key that has all of the scopes asked for, such as one with `admin`; or ask for fewer.',
})
