/** Signatures of inboxes and of users, below replies by mail. */
import { findUnknownVariables } from '#kit/variables.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'

/** Variables of signatures. `threads/email/fill-signature.ts` fills them in. */
export const signatureVariables = [
  'agent.name',
  'agent.email',
  'customer.name',
  'customer.firstName',
  'customer.email',
  'inbox.name',
  'team.name',
  'tenant.name',
  'thread.subject',
  'thread.ticketNumber',
] as const

/** Throws 400 listing each unknown variable. */
export function checkSignature(signature: string | null | undefined): void {
  const known: readonly string[] = signatureVariables
  const details = findUnknownVariables(signature ?? '', (name) => known.includes(name)).map((name) => ({
    field: 'signature',
    code: 'UNKNOWN_VARIABLE',
    message: `uses ${name}, which is not a variable of signatures. The variables are ${known.join(', ')}.`,
  }))
  if (details.length > 0) throw new ApiError(validationFailed, { details: details.slice(0, 20) })
}
