import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { scopeEscalation } from '#platform/errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { closed, component, emailInput } from '#platform/schema.ts'
import { EmailChannelInput } from '../../channels/email/settings.ts'
import { changeEmailSettings } from './change-email.ts'
import { ConnectionTest, maxTestMs, presentTest, type TestResult } from './connection-test/connection-test.ts'
import { StepFailure } from './connection-test/line-connection.ts'
import { type FindSignIn, testMailServers } from './connection-test/test-mail-servers.ts'
import { channelHostForbidden, channelNotConnected } from './errors.ts'
import { inbox } from './inbox.ts'
import { checkMaySignIn } from './inbox-scopes.ts'

const MailSettingsTest = component(
  'MailSettingsTest',
  closed(
    { address: emailInput('The address of the inbox to be.'), email: EmailChannelInput },
    {
      description: 'Settings to test.',
      examples: [
        { address: 'support@example.com', email: { send: { mode: 'SMTP', smtp: { host: '127.0.0.1', port: 1_025, security: 'NONE' } } } },
      ],
    },
  ),
)

export const testMailSettings = endpoint.personalWrite({
  operationId: 'testMailSettings',
  method: 'POST',
  path: '/mail-settings/test',
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Test settings of an EMAIL inbox before you save them',
  description:
    'Does what `POST /inboxes/{id}/test` does, with the settings and passwords of the request, and stores none of them. Settings with neither a ' +
    'mailbox nor a mail server are refused; `send.mode` DEFAULT tests the operator’s mail server, if there is one. Mailboxes and servers with ' +
    '`auth` OAUTH2 fail at `sign_in`, because the sign-in needs an inbox. The caller also needs the scope `threads:write`.',
  body: MailSettingsTest,
  responds: { 200: item(ConnectionTest, 'The steps') },
  errors: [scopeEscalation, channelNotConnected, channelHostForbidden],
  present: presentTest,
  async before({ body, config, principal }): Promise<TestResult> {
    checkMaySignIn(principal, 'email')
    const { settings, secrets } = changeEmailSettings(null, body.email, { id: '', mailDomain: config.mail.domain })
    const findSignIn: FindSignIn = async ({ user, auth }, kind) => {
      if (auth === 'OAUTH2') throw new StepFailure('Save the inbox first, then sign in at the provider.')
      const password = secrets[kind]
      if (typeof password !== 'string') throw new StepFailure('The settings have no password.')
      return { user, password }
    }
    return testMailServers({ email: settings, address: body.address, config, signal: AbortSignal.timeout(maxTestMs), findSignIn })
  },
  handle: async ({ prepared }) => toSavedOutcome(prepared),
})
