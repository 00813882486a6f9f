import { defineError } from '#platform/define-error.ts'
import { ApiError, invalidCredentials } from '#platform/errors.ts'

export const passwordRejected = defineError('SVC-AUTH-PASSWORD_REJECTED', 400, 'The new password is not accepted; see details.', {
  cause:
    'The password is shorter than 12 characters (`TOO_SHORT`), is a common password (`COMMON`), or contains the name in the ' +
    'e-mail address (`HOLDS_EMAIL`). `details` has an entry for each.',
  cure: 'Choose another password: a few unrelated words, or one from a password manager. All characters are allowed, at most 1,024.',
})

export const linkInvalid = defineError('SVC-AUTH-RESET_TOKEN_INVALID', 400, 'This link has expired or was used. Request a new one.', {
  cause:
    'The token is mistyped or truncated, has expired (an hour for passwords, a day for addresses, seven days for invitations), or ' +
    'was used; or another link of the user was used, or the user’s address changed meanwhile. A link that confirms an address ' +
    'also ends when the change is cancelled.',
  cure:
    'Request another link with `POST /auth/forgot`, which also sends an invitation again. For an address, send `PATCH ' +
    '/users/{id}` with the current address, then with the new one, to get another link.',
})

export const tenantRequired = defineError(
  'SVC-AUTH-TENANT_REQUIRED',
  409,
  'This password is valid in several tenants. Send one of those in details as tenant.',
  {
    cause: 'The request names no tenant, and users of several tenants have this address and this password.',
    cure: 'Send the request again with `tenant`, one of the slugs in `details`, or send it to the host of the tenant.',
  },
)

export const codeRequired = defineError('SVC-AUTH-CODE_REQUIRED', 409, 'The password is correct. Send a code of the authenticator too.', {
  cause: 'The user signs in with a second factor, or replaces one, and the request has no `code`.',
  cure: 'Send the request again with `code`: the six digits of the authenticator, or a recovery code.',
})

export const codeRejected = defineError('SVC-AUTH-CODE_REJECTED', 400, 'The code is wrong, or was used before.', {
  cause: 'The authenticator does not show this code now, the code was used before, or there is no authenticator to confirm.',
  cure: 'Wait for the next code. If no code is accepted, correct the clock of the device, or use a recovery code.',
})

/** Returns the same error for every reason, so that an attacker cannot find out which addresses exist (account enumeration). */
export function signInError(): ApiError {
  return new ApiError(invalidCredentials, { message: 'The tenant, the e-mail address, the password or the code is wrong.' })
}

export function refreshError(): ApiError {
  return new ApiError(invalidCredentials, { message: 'The session has ended, or the refresh token is not valid. Sign in again.' })
}
