import type { Static } from '#platform/schema.ts'
import { user } from '../users/index.ts'
import type { SignIn } from './schema.ts'
import type { Tokens } from './session-tokens.ts'

/** Response to a sign-in or a refresh. */
export type SignInRecord = Tokens & { user: Parameters<typeof user.present>[0]; lacksSecondFactor: boolean }

export function presentSignIn({
  accessToken,
  refreshToken,
  expiresAt,
  user: userRecord,
  lacksSecondFactor,
}: SignInRecord): Static<typeof SignIn> {
  return { accessToken, refreshToken, expiresAt, user: user.present(userRecord), lacksSecondFactor }
}
