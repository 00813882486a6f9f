/** Public schemas of an EMAIL inbox's settings. */
import { choice, closed, component, emailInput, emailOutput, nullable, time, Type, type Static } from '#platform/schema.ts'

const host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[^\\s/@]+$',
  description: 'The server’s host name.',
  examples: ['imap.example.com'],
})
const port = Type.Integer({ minimum: 1, maximum: 65_535, description: '25, 465, 587, 143, 993 or above 1024.', examples: [993] })
const user = Type.String({ minLength: 1, maxLength: 320, description: 'The account’s name.', examples: ['support@example.com'] })
const password = Type.String({ minLength: 1, maxLength: 1_024, description: 'The password; never returned.', examples: ['app-password'] })
const passwordSet = Type.Boolean({ description: 'Whether a password is stored.' })
const folder = Type.String({ minLength: 1, maxLength: 255, description: 'The folder from which mail is fetched.', examples: ['INBOX'] })

export const MailSecurity = component(
  'MailSecurity',
  choice(
    { TLS: 'TLS from the start.', STARTTLS: 'TLS after a command; required.', NONE: 'No encryption.' },
    { description: 'The encryption of a connection.' },
  ),
)
const MailAuth = component(
  'MailAuth',
  choice({ PASSWORD: 'User and password.', OAUTH2: 'Tokens of Google or Microsoft.' }, { description: 'How the service signs in.' }),
)
const ReceiveMode = component(
  'MailReceiveMode',
  choice(
    {
      SMTP: 'Mail comes to the service’s own SMTP port, directly or forwarded.',
      IMAP: 'The service fetches mail from a mailbox.',
      API: 'Your own program posts mail with `POST /inboxes/{id}/mails`.',
    },
    { description: 'How mail comes in.' },
  ),
)
const SendMode = component(
  'MailSendMode',
  choice(
    { DEFAULT: 'By the operator’s mail server.', SMTP: 'By the inbox’s own mail server.', NONE: 'Nothing is sent.' },
    { description: 'How replies are sent.' },
  ),
)
const AfterFetch = component(
  'MailAfterFetch',
  choice(
    { NOTHING: 'It stays as it is.', MARK_SEEN: 'It is marked as read.', MOVE: 'It moves to `moveTo`.', DELETE: 'It is deleted.' },
    { description: 'What happens in the mailbox to a mail that was fetched.' },
  ),
)
const PlusAddressing = component(
  'MailPlusAddressing',
  choice(
    {
      AUTO:
        'On where the MX records of the domain lead to the service’s own SMTP port or the domain is below MAIL_DOMAIN, and elsewhere once a ' +
        'round trip has shown that it works. A failed round trip turns it off.',
      ON: 'Replies go to an address with the thread’s token.',
      OFF: 'Replies go to the inbox’s plain address.',
    },
    { description: 'Whether reply addresses carry a secret token of the thread.' },
  ),
)
const QuoteHistory = component(
  'MailQuoteHistory',
  choice(
    { NONE: 'Nothing is quoted.', LAST: 'The message that is answered is quoted below the reply.' },
    { description: 'What replies quote.' },
  ),
)
const BulkRule = component(
  'MailBulkRule',
  choice(
    { ACCEPT: 'It becomes a message.', SUSPEND: 'It waits among the suspended mails.' },
    { description: 'Bulk mail that starts a thread.' },
  ),
)
const FailedAuthentication = component(
  'MailFailedAuthentication',
  choice(
    { MARK: 'It becomes a message that shows the failure.', SUSPEND: 'It waits among the suspended mails.' },
    { description: 'Mail whose sender fails a DMARC policy of quarantine or reject.' },
  ),
)
const AgentMail = component(
  'MailFromAgents',
  choice(
    {
      NOTE: 'It becomes an internal note.',
      REPLY: 'It becomes a reply that is sent on, if the service itself has checked the sender’s signature; otherwise a note.',
      OFF: 'It waits among the suspended mails.',
    },
    { description: 'Mail that an agent sends into a thread from a mail program.' },
  ),
)

const importSince = Type.Optional(
  nullable(time('From when.'), { description: 'Fetches mail from this time on, at most 90 days back; null: what comes from now on.' }),
)
const moveTo = { ...folder, description: 'The folder for MOVE.', examples: ['Done'] }

const ImapSettings = component(
  'ImapSettings',
  closed(
    {
      host: Type.String({ description: 'The server’s host name.' }),
      port: Type.Integer({ description: 'The port.' }),
      security: MailSecurity,
      auth: MailAuth,
      user: Type.String({ description: 'The account’s name.' }),
      passwordSet,
      folder: Type.String({ description: 'The folder from which mail is fetched.' }),
      importSince: nullable(time('From when.'), { description: 'Mail before this time is not fetched; null: from the connection on.' }),
      afterFetch: AfterFetch,
      moveTo: nullable(Type.String(), { description: 'The folder for MOVE.' }),
    },
    { description: 'The mailbox from which mail is fetched.' },
  ),
)
const SmtpSettings = component(
  'SmtpSettings',
  closed(
    {
      host: Type.String({ description: 'The server’s host name.' }),
      port: Type.Integer({ description: 'The port.' }),
      security: MailSecurity,
      auth: MailAuth,
      user: nullable(Type.String(), { description: 'The account’s name; null to send without signing in.' }),
      passwordSet,
    },
    { description: 'The mail server that sends an inbox’s replies.' },
  ),
)

export const EmailChannel = component(
  'EmailChannel',
  closed(
    {
      receive: closed(
        {
          mode: ReceiveMode,
          aliases: Type.Array(emailOutput('An address.'), { description: 'Other addresses of the inbox.' }),
          forwardTo: nullable(Type.String(), {
            description: 'An address that always leads to this inbox: set up forwarding to it at your mail provider.',
          }),
          imap: nullable(ImapSettings, { description: 'The mailbox, for IMAP.' }),
        },
        { description: 'How mail comes in.' },
      ),
      send: closed(
        {
          mode: SendMode,
          smtp: nullable(SmtpSettings, { description: 'The mail server, for SMTP.' }),
          fromName: Type.String({ description: 'The sender’s name; `{{agent.name}}` and `{{inbox.name}}` are replaced.' }),
          plusAddressing: PlusAddressing,
          quoteHistory: QuoteHistory,
          copyToSent: Type.Boolean({ description: 'Whether a copy of each reply is stored in the mailbox’s folder for sent mail.' }),
          bccTo: nullable(emailOutput('An address.'), { description: 'An address that gets a blind copy of each reply.' }),
        },
        { description: 'How replies are sent. The From address is always the inbox’s own.' },
      ),
      rules: closed(
        {
          bulk: BulkRule,
          failedAuthentication: FailedAuthentication,
          trustedAuthserv: Type.Array(Type.String(), { description: 'Servers whose Authentication-Results headers count.' }),
          replyToOf: Type.Array(Type.String(), { description: 'Domains of form mailers, whose Reply-To header names the person.' }),
          agentMail: AgentMail,
        },
        { description: 'What happens to special mail.' },
      ),
      dkim: nullable(
        closed(
          {
            domain: Type.String({ description: 'The signing domain.' }),
            selector: Type.String({ description: 'The selector: the record’s name is `<selector>._domainkey.<domain>`.' }),
            publicKey: Type.String({ description: 'The public key, for the TXT record.' }),
            state: component(
              'DkimState',
              choice(
                {
                  UNCHECKED: 'The DNS record has not been looked up.',
                  OK: 'The DNS record is right.',
                  WRONG: 'The record is missing or differs.',
                },
                { description: 'The state of the DNS record.' },
              ),
            ),
          },
          { description: 'The key that signs replies.' },
        ),
        { description: 'The key that signs replies; null for none.' },
      ),
    },
    { description: 'E-mail settings of an inbox.' },
  ),
)

const domainOrServer = Type.String({ minLength: 1, maxLength: 253, pattern: '^[^\\s@]+$', examples: ['mx.example.com'] })

export const EmailChannelInput = component(
  'EmailChannelInput',
  closed(
    {
      receive: Type.Optional(
        closed(
          {
            mode: Type.Optional(ReceiveMode),
            aliases: Type.Optional(Type.Array(emailInput('An address.'), { maxItems: 20, description: 'Other addresses of the inbox.' })),
            imap: Type.Optional(
              nullable(
                closed({
                  host: Type.Optional(host),
                  port: Type.Optional(port),
                  security: Type.Optional(MailSecurity),
                  auth: Type.Optional(MailAuth),
                  user: Type.Optional(user),
                  password: Type.Optional(password),
                  folder: Type.Optional(folder),
                  importSince,
                  afterFetch: Type.Optional(AfterFetch),
                  moveTo: Type.Optional(nullable(Type.String(moveTo))),
                }),
                {
                  description:
                    'The mailbox. A new one needs `host` and `user`; of an existing one, send the fields that change. Without `password` the ' +
                    'stored one is kept; it must be sent again when host, port, user or `auth` changes, or the encryption becomes weaker.',
                },
              ),
            ),
          },
          { description: 'How mail comes in.' },
        ),
      ),
      send: Type.Optional(
        closed(
          {
            mode: Type.Optional(SendMode),
            smtp: Type.Optional(
              nullable(
                closed({
                  host: Type.Optional({ ...host, examples: ['smtp.example.com'] }),
                  port: Type.Optional({ ...port, examples: [587] }),
                  security: Type.Optional(MailSecurity),
                  auth: Type.Optional(MailAuth),
                  user: Type.Optional(nullable(user)),
                  password: Type.Optional(password),
                }),
                {
                  description:
                    'The mail server. A new one needs `host`; of an existing one, send the fields that change. Without `password` the stored one ' +
                    'is kept; it must be sent again when host, port, user or `auth` changes, or the encryption becomes weaker.',
                },
              ),
            ),
            fromName: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 255,
                description: 'The sender’s name; `{{agent.name}}` and `{{inbox.name}}` are replaced.',
                examples: ['{{agent.name}} ({{inbox.name}})'],
              }),
            ),
            plusAddressing: Type.Optional(PlusAddressing),
            quoteHistory: Type.Optional(QuoteHistory),
            copyToSent: Type.Optional(Type.Boolean({ description: 'Whether a copy of each reply is stored in the mailbox.' })),
            bccTo: Type.Optional(nullable(emailInput('An address.'), { description: 'An address that gets a blind copy of each reply.' })),
          },
          { description: 'How replies are sent.' },
        ),
      ),
      rules: Type.Optional(
        closed(
          {
            bulk: Type.Optional(BulkRule),
            failedAuthentication: Type.Optional(FailedAuthentication),
            trustedAuthserv: Type.Optional(
              Type.Array(domainOrServer, { maxItems: 20, description: 'Servers whose Authentication-Results headers count.' }),
            ),
            replyToOf: Type.Optional(Type.Array(domainOrServer, { maxItems: 20, description: 'Domains of form mailers.' })),
            agentMail: Type.Optional(AgentMail),
          },
          { description: 'What happens to special mail.' },
        ),
      ),
    },
    {
      description: 'E-mail settings to change. Omitted fields do not change.',
      examples: [{ send: { quoteHistory: 'NONE' } }, { send: { quoteHistory: 'LAST' } }],
    },
  ),
)

export type EmailSettings = Static<typeof EmailChannel>
export type EmailSettingsInput = Static<typeof EmailChannelInput>

/** Settings of an EMAIL inbox that was created without any. */
export const defaultEmailSettings: EmailSettings = {
  receive: { mode: 'SMTP', aliases: [], forwardTo: null, imap: null },
  send: {
    mode: 'DEFAULT',
    smtp: null,
    fromName: '{{agent.name}} ({{inbox.name}})',
    plusAddressing: 'AUTO',
    quoteHistory: 'LAST',
    copyToSent: false,
    bccTo: null,
  },
  rules: { bulk: 'ACCEPT', failedAuthentication: 'SUSPEND', trustedAuthserv: [], replyToOf: [], agentMail: 'NOTE' },
  dkim: null,
}
