/**
 * Auth: signing in, sessions, second factors and passwords. A session has an access token, valid for 15 minutes, and a refresh token, valid
 * once. Both are derived from the session's row and the secret key and are not stored. Reusing a refresh token ends the session. Ending a
 * session, changing a role and suspending a user take effect in every process within a second, as with API keys. Passwords are stored as
 * argon2id hashes, which are computed outside of transactions. Responses do not reveal whether an address exists: all rejections have the
 * same text and are sent at fixed times.
 */
import { module } from '#kit/module.ts'
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
import { readInvitation } from './read-invitation.ts'
import { refresh } from './refresh.ts'
import { resetPassword } from './reset-password.ts'

export { removeFactor } from './remove-factor.ts'
export { storePassword } from './choose-password.ts'
export { hasFactor } from './second-factor.ts'
export { hashPassword } from './hash-password.ts'
export { readSessions } from './read-session.ts'
export { liveUntil } from './queries.ts'
export { beginSession } from './sessions.ts'
export { deriveTokens } from './session-tokens.ts'

export const auth = module({
  name: 'auth',
  description: 'Signing in, sessions and passwords.',
  endpoints: [
    login,
    refresh,
    logout,
    forgotPassword,
    resetPassword,
    changePassword,
    readInvitation,
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
  eventJobs: [suspensionEndsSessions],
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
