import { choice, closed, component, emailInput, exampleId, idOutput, nullable, time, trimmedText, Type } from '../../kit/index.ts'
import { User } from '../users/index.ts'
import { passwordLengthMax } from './check-password.ts'

const exampleToken = (prefix: string): string =>
  `${prefix}_AZnC1z4bcQCL2rq9VlU8mQGZwtc-G3EEi9q6vVZVPJkAAAABmcLXPht3p0Yc5m2Jd8Qb1fN7uT4wXk6eRsL0aGhVzP9oIy`

/** Passwords are taken as they are: no spaces are removed. */
const password = (description: string) =>
  Type.String({ minLength: 1, maxLength: passwordLengthMax, description, examples: ['salty otters read maps'] })
const newPassword = password(
  'The new password: at least 12 characters of any kind, not a common one, without the name in the e-mail address.',
)
const tenant = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 63,
    description: 'The tenant’s slug. Needed when the address belongs to people of several tenants; on the host of a tenant it is that one.',
  }),
)
const linkToken = Type.String({ minLength: 1, maxLength: 255, description: 'The token of the link in the mail: what follows `#token=`.' })

export const SignIn = component(
  'SignIn',
  closed(
    {
      accessToken: Type.String({ description: 'For `Authorization: Bearer`. It lives for 15 minutes.' }),
      refreshToken: Type.String({ description: 'Gets the next access token, once: each refresh gives a new one. It lives for 14 days.' }),
      expiresAt: time('When the access token expires.'),
      user: User,
      lacksSecondFactor: Type.Boolean({
        description:
          'True when the role of the person needs a second factor and they have none: until they have set one up, the session can do nothing else.',
      }),
    },
    {
      description: 'The tokens of a session. They are shown this once.',
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

/** The example of the shape itself. */
function exampleUser(): object {
  // Safe because the shape is declared with an example.
  return (User as { examples?: object[] }).examples?.[0] ?? {}
}

export const LoginRequest = component(
  'LoginRequest',
  closed(
    {
      tenant,
      email: emailInput('The person’s e-mail address.'),
      password: password('Their password.'),
      code: Type.Optional(
        Type.String({ minLength: 6, maxLength: 32, description: 'Of people with an authenticator: its six digits, or a recovery code.' }),
      ),
    },
    { examples: [{ tenant: 'acme', email: 'grace@example.com', password: 'salty otters read maps' }] },
  ),
)

const code = Type.String({
  minLength: 6,
  maxLength: 32,
  description: 'The six digits that the authenticator shows, or a recovery code. Each is good once.',
  examples: ['492039'],
})

export const EnrollTotpRequest = component(
  'EnrollTotpRequest',
  closed(
    {
      password: password('The password of the calling person.'),
      code: Type.Optional(
        Type.String({
          minLength: 6,
          maxLength: 32,
          description: 'Of people who have an authenticator: its six digits, or a recovery code. Each is good once.',
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
      secret: Type.String({ description: 'For typing into an authenticator.' }),
      uri: Type.String({ description: 'The same for showing as a QR code (`otpauth:`).' }),
    },
    {
      description: 'What an authenticator needs to know.',
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
    { recoveryCodes: Type.Array(Type.String(), { description: 'Keep them where you find them without the authenticator.' }) },
    { description: 'Codes for whoever has lost the authenticator.', examples: [{ recoveryCodes: ['mzxw6-ytboi', 'nbswy-3dpfq'] }] },
  ),
)

export const RefreshRequest = component(
  'RefreshRequest',
  closed(
    { refreshToken: Type.String({ minLength: 1, maxLength: 255, description: 'The refresh token that the session got last.' }) },
    { examples: [{ refreshToken: exampleToken('svrt') }] },
  ),
)

export const ForgotRequest = component(
  'ForgotRequest',
  closed({ tenant, email: emailInput('The person’s e-mail address.') }, { examples: [{ tenant: 'acme', email: 'grace@example.com' }] }),
)

export const LinkRequested = component(
  'LinkRequested',
  closed(
    { message: Type.String({ description: 'What happens now, for people.' }) },
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
      name: Type.Optional(trimmedText({ maxLength: 255, description: 'What the person is called, where the invitation got it wrong.' })),
    },
    { examples: [{ token: exampleToken('svlt'), password: 'salty otters read maps' }] },
  ),
)

export const ChangePasswordRequest = component(
  'ChangePasswordRequest',
  closed(
    { currentPassword: password('The password that they have now.'), newPassword },
    { examples: [{ currentPassword: 'salty otters read maps', newPassword: 'nine quiet lamps at sea' }] },
  ),
)

const session = {
  id: idOutput('ses', 'The session.'),
  createdAt: time('When the person signed in.'),
  lastUsedAt: time('When it was last used, to within the 15 minutes that an access token lives.'),
  ip: nullable(Type.String(), { description: 'The network address that it was last used from.' }),
  userAgent: nullable(Type.String(), { description: 'The program that it was last used with, as it calls itself.' }),
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
    { ...session, current: Type.Boolean({ description: 'Whether it is the session of this very request.' }) },
    { description: 'A place where you are signed in.', examples: [{ ...exampleSession, current: true }] },
  ),
)

export const SessionEndReason = component(
  'SessionEndReason',
  choice(
    {
      SIGNED_OUT: 'The person signed out.',
      REVOKED: 'The person ended it from another session.',
      TOKEN_REUSED: 'A refresh token of it was used a second time: somebody else may have had it.',
      PASSWORD_CHANGED: 'The person chose another password.',
      USER_SUSPENDED: 'The person was suspended.',
      EMAIL_CHANGED: 'Somebody else gave the person another address, which was confirmed.',
    },
    { description: 'Why a session was ended.' },
  ),
)

/** As events show it, and as it is stored. */
export const StoredSession = component(
  'UserSession',
  closed(
    {
      ...session,
      userId: idOutput('usr', 'The person.'),
      endedAt: nullable(time('When it was ended.'), {
        description: 'When it was ended; null while it goes on, or when its time was over.',
      }),
      endedReason: nullable(SessionEndReason, { description: 'Why it was ended.' }),
    },
    {
      description: 'A session of a person, as events show it.',
      examples: [{ ...exampleSession, userId: exampleId('usr'), endedAt: null, endedReason: null }],
    },
  ),
)

export const SecurityChange = component(
  'SecurityChange',
  closed(
    {
      id: idOutput('usr', 'The person.'),
      change: component(
        'SecurityChangeKind',
        choice(
          {
            LINK_REQUESTED: 'Somebody asked for a link to choose a password, or for the invitation once more.',
            TOTP_ENROLLED: 'The person was given a secret for an authenticator, which is not used yet.',
            TOTP_CONFIRMED: 'The person signs in with the codes of an authenticator from now on.',
            TOTP_DISABLED: 'The person signs in without an authenticator from now on.',
            EMAIL_CHANGED: 'The person signs in with another e-mail address from now on, which was confirmed.',
            PASSWORD_SET: 'The person chose a password: they accepted their invitation, used a link, or changed it.',
          },
          { description: 'What happened.' },
        ),
      ),
    },
    {
      description: 'A change of how a person signs in. It never holds a secret.',
      examples: [{ id: exampleId('usr'), change: 'PASSWORD_SET' }],
    },
  ),
)
