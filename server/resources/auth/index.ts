/**
 * Auth: how people sign in, stay signed in and sign out, and how they choose passwords.
 *
 * A session has an access token of 15 minutes and a refresh token that is used once. Both follow from the session's row and the secret key
 * and stand nowhere. When a refresh token comes a second time the session ends. Ending a session, changing a role and suspending somebody
 * hold on every node within a second, as with keys. Passwords are argon2id hashes, made outside of transactions.
 * Nothing tells whether an address exists: refusals are in the same words and leave at the same moments.
 */
import { room } from '../../kit/index.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmTotp } from './confirm-totp.ts'
import { disableTotp } from './disable-totp.ts'
import { endSession } from './end-session.ts'
import { enrollTotp } from './enroll-totp.ts'
import { securityChanged, sessionCreated, sessionEnded } from './events.ts'
import { forgotPassword } from './forgot-password.ts'
import { endSessionsOfSuspended, forgetSessions, suspensionEndsSessions } from './jobs.ts'
import { listSessions, logout } from './operations.ts'
import { login } from './login.ts'
import { refresh } from './refresh.ts'
import { resetPassword } from './reset-password.ts'

export { giveUpFactor } from './remove-factor.ts'
export { storePassword } from './choose-password.ts'
export { hasFactor } from './second-factor.ts'
export { hashPassword } from './hash-password.ts'
export { readSessions } from './read-session.ts'
export { beginSession } from './sessions.ts'
export { tokensOf } from './session-tokens.ts'

export const auth = room({
  name: 'auth',
  description: 'Signing in, sessions and passwords.',
  endpoints: [
    login,
    refresh,
    logout,
    forgotPassword,
    resetPassword,
    changePassword,
    acceptInvitation,
    confirmEmail,
    listSessions,
    endSession,
    enrollTotp,
    confirmTotp,
    disableTotp,
  ],
  events: [sessionCreated, sessionEnded, securityChanged],
  jobs: [endSessionsOfSuspended, forgetSessions],
  follows: [suspensionEndsSessions],
  targets: { session: 'ses' },
  idFields: { sessionId: 'ses', userId: 'usr' },
  personal: {
    excused: {
      sessions: 'of colleagues',
      sign_in_links: 'of colleagues',
      user_passwords: 'of colleagues',
      second_factors: 'of colleagues',
    },
  },
})
