import { ApiError, defineError, invalidCredentials } from '../../kit/index.ts'

export const passwordRejected = defineError('SVC-AUTH-PASSWORD_REJECTED', 400, 'The new password is not accepted; see details.', {
  cause:
    'The password is shorter than 12 characters (`TOO_SHORT`), is among those that are guessed first (`COMMON`), or holds the name in the e-mail address (`HOLDS_EMAIL`). `details` has an entry for each.',
  cure: 'Choose another one: a few unrelated words, or what a password manager makes. Every character is allowed, up to 1,024 of them.',
})

export const linkInvalid = defineError('SVC-AUTH-RESET_TOKEN_INVALID', 400, 'This link is not good any more.', {
  cause:
    'The token is mistyped or cut, its time is over (an hour for passwords, a day for addresses, seven days for invitations), it was used, another link of the person was used, or the person’s address changed meanwhile. A link that confirms an address also ends when the change is cancelled.',
  cure: 'Ask for another one with `POST /auth/forgot`. It also sends an invitation again that was not accepted. For an address, ask the person who changed it: `PATCH /users/{id}` with the present address, then with the new one, sends another link.',
})

export const tenantRequired = defineError(
  'SVC-AUTH-TENANT_REQUIRED',
  409,
  'This password opens several tenants: name one of those in details.',
  {
    cause: 'The request names no tenant, and people of several tenants have this address and this password.',
    cure: 'Send the request again with `tenant`: the slug of one of those that `details` lists. On the host of a tenant it need not be named.',
  },
)

export const codeRequired = defineError(
  'SVC-AUTH-CODE_REQUIRED',
  409,
  'The password is right; a code of the authenticator is needed, too.',
  {
    cause: 'The person signs in with a second factor, or replaces one, and the request has no `code`.',
    cure: 'Send the request again with `code`: the six digits that the authenticator shows, or a recovery code.',
  },
)

export const codeRejected = defineError('SVC-AUTH-CODE_REJECTED', 400, 'The code is wrong, or was used before.', {
  cause: 'The code is not one of the authenticator’s at this time, was used before, or nothing waits to be confirmed.',
  cure: 'Wait for the next code. When none is accepted, compare the clock of the device with the time, or use a recovery code.',
})

/** In the same words for whatever is wrong, so that nobody learns which addresses exist. */
export function signInRefused(): ApiError {
  return new ApiError(invalidCredentials, { message: 'The tenant, the e-mail address, the password or the code is wrong.' })
}

export function refreshRefused(): ApiError {
  return new ApiError(invalidCredentials, { message: 'The session is over, or this is not its refresh token. Sign in again.' })
}
