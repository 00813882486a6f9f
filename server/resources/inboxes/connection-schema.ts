/** Public schema of an inbox's connection state. */
import { choice, closed, component, exampleId, idOutput, nullable, time, Type, type Static } from '#platform/schema.ts'

const ConnectionState = component(
  'ConnectionState',
  choice(
    {
      NOT_USED: 'The inbox needs no connection for it.',
      CONNECTING: 'The first attempt is under way.',
      CONNECTED: 'It works.',
      FAILING: 'The latest attempts failed. The service keeps trying, less and less often.',
      NEEDS_AUTH: 'The server refused the sign-in. Enter the password again, or sign in again.',
      PAUSED: 'The server asked the service to wait.',
    },
    { description: 'The state of a connection.' },
  ),
)

const direction = (description: string) => closed({ state: ConnectionState }, { description })

const fields = {
  receive: direction('The mailbox from which mail is fetched.'),
  send: direction('The mail server that sends replies.'),
  since: nullable(time('Since when.'), { description: 'When the latest of these states began; null if there is no connection.' }),
  lastMailAt: nullable(time('When.'), { description: 'When the latest mail was fetched.' }),
  lagSeconds: nullable(Type.Number({ minimum: 0 }), { description: 'Seconds that the latest fetched mail had waited in the mailbox.' }),
  waiting: Type.Integer({ minimum: 0, description: 'Mails that wait: received ones to be processed, and replies to be sent.' }),
  checkpoint: nullable(
    closed({
      folder: Type.String({ description: 'The folder.' }),
      uidValidity: Type.Integer({ description: 'The folder’s UIDVALIDITY.' }),
      uid: Type.Integer({ description: 'The UID up to which all mails have been fetched.' }),
    }),
    { description: 'Up to where the mailbox has been read; null before the first connection.' },
  ),
  lastError: nullable(
    closed({
      code: Type.String({ description: 'A short name of the failure.' }),
      message: Type.String({ description: 'What went wrong, with the server’s words.' }),
      at: time('When it happened.'),
      attempts: Type.Integer({ minimum: 1, description: 'Failed attempts in a row.' }),
    }),
    { description: 'The latest failure; null while all connections work.' },
  ),
  nextAttemptAt: nullable(time('When.'), { description: 'When the service tries again; null if it is not waiting.' }),
}

const example = {
  receive: { state: 'FAILING' as const },
  send: { state: 'NOT_USED' as const },
  since: '2026-03-04T09:30:00.000Z',
  lastMailAt: '2026-03-04T09:12:00.000Z',
  lagSeconds: 0.8,
  waiting: 0,
  checkpoint: { folder: 'INBOX', uidValidity: 1_700_000_000, uid: 4_211 },
  lastError: { code: 'ECONNREFUSED', message: 'The server refused the connection.', at: '2026-03-04T09:30:00.000Z', attempts: 2 },
  nextAttemptAt: '2026-03-04T09:30:30.000Z',
}

export const ChannelConnection = component(
  'ChannelConnection',
  closed(fields, { description: 'The state of an inbox’s connections.', examples: [example] }),
)

export const InboxConnectionChange = component(
  'InboxConnectionChange',
  closed(
    { inboxId: idOutput('inb', 'The inbox.'), ...fields },
    { description: 'An inbox with the state of its connections.', examples: [{ inboxId: exampleId('inb'), ...example }] },
  ),
)

export type ConnectionRecord = Static<typeof InboxConnectionChange>
export type ConnectionStateName = ConnectionRecord['receive']['state']
