import { choice, closed, component, emailInput, exampleId, idOutput, nullable, time, trimmedText, Type } from '#platform/schema.ts'
import { User } from '../users/index.ts'
import { maxPasswordLength } from './check-password.ts'

export const exampleToken = (prefix: string): string =>
  `${prefix}_AZnC1z4bcQCL2rq9VlU8mQGZwtc-G3EEi9q6vVZVPJkAAAABmcLXPht3p0Yc5m2Jd8Qb1fN7uT4wXk6eRsL0aGhVzP9oIy`

const exampleTokens = {
  accessToken: exampleToken('svat'),
  refreshToken: exampleToken('svrt'),
  expiresAt: '2026-03-04T09:45:00.000Z',
  lacksSecondFactor: false,
}

/** Declares a password field. Does not trim spaces, which are part of the password. */
const password = (description: string) =>
  Type.String({ minLength: 1, maxLength: maxPasswordLength, description, examples: ['salty otters read maps'] })
const newPassword = password(
  'The new password: at least 12 characters of any kind, not a common one, without the name in the e-mail address.',
)
const tenant = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 63,
    description: 'The tenant’s slug. Needed if the address belongs to users of several tenants; defaults to the tenant of the host.',
  }),
)
export const linkToken = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The token of the link in the mail: the part after `#token=`.',
})

export const SignIn = component(
  'SignIn',
  closed(
    {
      accessToken: Type.String({ description: 'The access token, for `Authorization: Bearer`. Valid for 15 minutes.' }),
      refreshToken: Type.String({ description: 'Returns the next access token, once: each refresh returns a new one. Valid for 14 days.' }),
      expiresAt: time('When the access token expires.'),
      user: User,
      lacksSecondFactor: Type.Boolean({
        description: 'True if the user’s role needs a second factor and the user has none: the session can only set one up.',
      }),
    },
    {
      description: 'The tokens of a session, shown only once.',
      examples: [
        {
          accessToken: exampleToken('svat'),
          refreshToken: exampleToken('svrt'),
          expiresAt: '2026-03-04T09:45:00.000Z',
          user: exampleUser(),
          lacksSecondFactor: false,
        },
      ],
    },
  ),
)

const AcceptedSession = component(
  'AcceptedSession',
  closed(
    {
      accessToken: SignIn.properties.accessToken,
      refreshToken: SignIn.properties.refreshToken,
      expiresAt: SignIn.properties.expiresAt,
      lacksSecondFactor: SignIn.properties.lacksSecondFactor,
    },
    { description: 'The tokens of a session, shown only once.', examples: [exampleTokens] },
  ),
)

export const AcceptedInvitation = component(
  'AcceptedInvitation',
  closed(
    {
      ...User.properties,
      session: nullable(AcceptedSession, {
        description: 'The session. Null in the response to a retry of an acceptance that a version before 1.27.0 stored.',
      }),
    },
    { description: 'The user, who is active now, with a session.', examples: [{ ...exampleUser(), session: exampleTokens }] },
  ),
)

/** Returns the example of the `User` schema. */
function exampleUser(): object {
  // Safe because the `User` schema declares an example.
  return (User as { examples?: object[] }).examples?.[0] ?? {}
}

export const LoginRequest = component(
  'LoginRequest',
  closed(
    {
      tenant,
      email: emailInput('The user’s e-mail address.'),
      password: password('The password.'),
      code: Type.Optional(
        Type.String({ minLength: 6, maxLength: 32, description: 'For users with an authenticator: its six digits, or a recovery code.' }),
      ),
    },
    { examples: [{ tenant: 'acme', email: 'grace@example.com', password: 'salty otters read maps' }] },
  ),
)

const code = Type.String({
  minLength: 6,
  maxLength: 32,
  description: 'The six digits of the authenticator, or a recovery code. Each works once.',
  examples: ['492039'],
})

export const EnrollTotpRequest = component(
  'EnrollTotpRequest',
  closed(
    {
      password: password('The caller’s password.'),
      code: Type.Optional(
        Type.String({
          minLength: 6,
          maxLength: 32,
          description: 'For users with an authenticator: its six digits, or a recovery code. Each works once.',
        }),
      ),
    },
    { examples: [{ password: 'salty otters read maps', code: '492039' }] },
  ),
)

export const TotpEnrolment = component(
  'TotpEnrolment',
  closed(
    {
      secret: Type.String({ description: 'The secret, for typing into an authenticator.' }),
      uri: Type.String({ description: 'The same for showing as a QR code (`otpauth:`).' }),
    },
    {
      description: 'The secret of an authenticator.',
      examples: [
        {
          secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Acme:grace%40example.com?issuer=Acme&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
        },
      ],
    },
  ),
)

export const TotpCodeRequest = component('TotpCodeRequest', closed({ code }, { examples: [{ code: '492039' }] }))

export const RecoveryCodes = component(
  'RecoveryCodes',
  closed(
    { recoveryCodes: Type.Array(Type.String(), { description: 'The codes. Store them separately from the authenticator.' }) },
    { description: 'Recovery codes, for use without the authenticator.', examples: [{ recoveryCodes: ['mzxw6-ytboi', 'nbswy-3dpfq'] }] },
  ),
)

export const RefreshRequest = component(
  'RefreshRequest',
  closed(
    { refreshToken: Type.String({ minLength: 1, maxLength: 255, description: 'The session’s latest refresh token.' }) },
    { examples: [{ refreshToken: exampleToken('svrt') }] },
  ),
)

export const ForgotRequest = component(
  'ForgotRequest',
  closed({ tenant, email: emailInput('The user’s e-mail address.') }, { examples: [{ tenant: 'acme', email: 'grace@example.com' }] }),
)

export const LinkRequested = component(
  'LinkRequested',
  closed(
    { message: Type.String({ description: 'A message for people.' }) },
    {
      description: 'The same for every address.',
      examples: [{ message: 'If somebody of this address may sign in, a mail with a link is on its way to them.' }],
    },
  ),
)

export const ResetRequest = component(
  'ResetRequest',
  closed({ token: linkToken, password: newPassword }, { examples: [{ token: exampleToken('svlt'), password: 'salty otters read maps' }] }),
)

export const ConfirmEmailRequest = component(
  'ConfirmEmailRequest',
  closed({ token: linkToken }, { examples: [{ token: exampleToken('svlt') }] }),
)

export const AcceptInvitationRequest = component(
  'AcceptInvitationRequest',
  closed(
    {
      token: linkToken,
      password: newPassword,
      name: Type.Optional(trimmedText({ maxLength: 255, description: 'The user’s name, to correct the one in the invitation.' })),
    },
    { examples: [{ token: exampleToken('svlt'), password: 'salty otters read maps' }] },
  ),
)

export const ChangePasswordRequest = component(
  'ChangePasswordRequest',
  closed(
    { currentPassword: password('The current password.'), newPassword },
    { examples: [{ currentPassword: 'salty otters read maps', newPassword: 'nine quiet lamps at sea' }] },
  ),
)

const session = {
  id: idOutput('ses', 'The session.'),
  createdAt: time('When the user signed in.'),
  lastUsedAt: time('When it was last used, to within 15 minutes.'),
  ip: nullable(Type.String(), { description: 'The network address of the last use.' }),
  userAgent: nullable(Type.String(), { description: 'The program of the last use (`User-Agent`).' }),
}
const exampleSession = {
  id: exampleId('ses'),
  createdAt: '2026-03-04T09:30:00.000Z',
  lastUsedAt: '2026-03-04T11:15:00.000Z',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

export const Session = component(
  'Session',
  closed(
    { ...session, current: Type.Boolean({ description: 'Whether it is the session of this request.' }) },
    { description: 'One of your sessions.', examples: [{ ...exampleSession, current: true }] },
  ),
)

export const SessionEndReason = component(
  'SessionEndReason',
  choice(
    {
      SIGNED_OUT: 'The user signed out.',
      REVOKED: 'The user ended it from another session.',
      TOKEN_REUSED: 'A refresh token was used a second time: it may have been stolen.',
      PASSWORD_CHANGED: 'The user changed the password.',
      USER_SUSPENDED: 'The user was suspended.',
      EMAIL_CHANGED: 'Another user changed the e-mail address, which was confirmed.',
    },
    { description: 'The reason why a session ended.' },
  ),
)

/** A session as it is stored and as events contain it. */
export const StoredSession = component(
  'UserSession',
  closed(
    {
      ...session,
      userId: idOutput('usr', 'The user.'),
      endedAt: nullable(time('When it was ended.'), { description: 'When it ended; null while it is active, or if it expired.' }),
      endedReason: nullable(SessionEndReason, { description: 'The reason why it ended.' }),
    },
    {
      description: 'A session of a user, as events show it.',
      examples: [{ ...exampleSession, userId: exampleId('usr'), endedAt: null, endedReason: null }],
    },
  ),
)

export const SecurityChange = component(
  'SecurityChange',
  closed(
    {
      id: idOutput('usr', 'The user.'),
      change: component(
        'SecurityChangeKind',
        choice(
          {
            LINK_REQUESTED: 'A link to choose a password, or the invitation, was requested again.',
            TOTP_ENROLLED: 'The user got a secret for an authenticator, which is not confirmed yet.',
            TOTP_CONFIRMED: 'The user now signs in with an authenticator.',
            TOTP_DISABLED: 'The user now signs in without an authenticator.',
            EMAIL_CHANGED: 'The user now signs in with a new, confirmed e-mail address.',
            PASSWORD_SET: 'The user chose a password: by the invitation, by a link, or by changing it.',
          },
          { description: 'The event type.' },
        ),
      ),
    },
    { description: 'A change of a user’s sign-in, without secrets.', examples: [{ id: exampleId('usr'), change: 'PASSWORD_SET' }] },
  ),
)
