/** The result of a connection test, as the API shows it. */
import { createPresenter } from '#kit/present.ts'
import { choice, closed, component, nullable, Type } from '#platform/schema.ts'
import type { TestedStep } from './steps.ts'

const testedStep = choice(
  {
    resolve: 'Finds the addresses of the host.',
    connect: 'Connects to one of them.',
    tls: 'Encrypts the connection and checks the certificate.',
    greeting: 'Reads the server’s greeting.',
    sign_in: 'Signs in; at a messenger, asks for the account of the token (HTTP).',
    select: 'Opens the folder, without changing it (IMAP).',
    list: 'Lists the folders (IMAP).',
    sender: 'Names the inbox’s address as the sender (SMTP).',
    request: 'Posts a signed test to your own program (HTTP).',
  },
  { description: 'What was tried.' },
)

export const ConnectionTest = component(
  'ConnectionTest',
  closed(
    {
      ok: Type.Boolean({ description: 'Whether all steps succeeded.' }),
      steps: Type.Array(
        closed({
          protocol: component(
            'MailProtocol',
            choice(
              { IMAP: 'The mailbox.', SMTP: 'The mail server for sending.', HTTP: 'Your own program, or the API of a messenger.' },
              { description: 'What was tested.' },
            ),
          ),
          step: component('ConnectionTestStep', testedStep),
          ok: Type.Boolean({ description: 'Whether it succeeded.' }),
          detail: nullable(Type.String(), { description: 'What the step found out, or why it failed, with the server’s words.' }),
          durationMs: Type.Integer({ minimum: 0, description: 'Milliseconds that it took.' }),
        }),
        { description: 'The steps in their order. The first failure is the last step.' },
      ),
    },
    {
      description: 'A test of an inbox’s connections.',
      examples: [
        {
          ok: false,
          steps: [
            { protocol: 'IMAP', step: 'resolve', ok: true, detail: null, durationMs: 12 },
            { protocol: 'IMAP', step: 'connect', ok: false, detail: 'The server refused the connection. Check the port.', durationMs: 31 },
          ],
        },
      ],
    },
  ),
)

export type TestResult = { ok: boolean; steps: (TestedStep & { protocol: 'IMAP' | 'SMTP' | 'HTTP' })[] }

/** Milliseconds of a test. The service ends a request after 15 seconds. */
export const maxTestMs = 13_000

export const presentTest = createPresenter(ConnectionTest)
