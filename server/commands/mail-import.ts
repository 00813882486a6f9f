import { existsSync } from 'node:fs'
import { ApiError, NoAnswerError } from '../../client/index.ts'
import { formatError, withReadableErrors } from './api-client.ts'
import { readOptions, UsageError, type Command, type CommandContext, type CommandResult } from './command.ts'
import { readMails, type FoundMail } from './mail-files.ts'
import { openTenant, readTenantOptions, tenantOptionNames, tenantUsage, type TenantOptions } from './tenant-client.ts'

/** Maximum number of refused mails that the result lists. */
const maxNamedFailures = 20

export const mailImport: Command = {
  usage: `mail import PATH --inbox ID [--tenant SLUG | --key-file FILE] [--url URL] [--json]

Imports mails into an EMAIL inbox of the running service. Nothing is answered automatically. Mails of one conversation become one thread, by
the ids in their headers. A mail that was imported before is skipped, so the command can be repeated and continues after an interruption.

  PATH         a mail (.eml), a directory of mails, such as a Maildir, or a mailbox in the mbox format
  --inbox ID   the inbox
${tenantUsage}`,
  examples: [
    'skein mail import archive.mbox --inbox inb_01k2j3m4n5p6q7r8s9t0v1w2x3',
    'skein mail import ./mails --inbox inb_01k2j3m4n5p6q7r8s9t0v1w2x3 --json',
  ],
  prepare([path, ...args]) {
    if (path === undefined || path.startsWith('-')) throw new UsageError('A path is required: a mail, a directory or a mailbox.')
    if (!existsSync(path)) throw new UsageError(`There is no file or directory ${path}.`)
    const options = readOptions(args, { inbox: 'required', ...tenantOptionNames })
    const tenant = readTenantOptions(options)
    return (context) => run({ path, inbox: options.inbox, tenant }, context)
  },
}

type Request = { path: string; inbox: string; tenant: TenantOptions }
type Failure = { name: string; error: string }

async function run({ path, inbox, tenant }: Request, context: CommandContext): Promise<CommandResult> {
  const counts = { accepted: 0, known: 0 }
  const failures: Failure[] = []
  const sending: { bytes: Buffer } = { bytes: Buffer.alloc(0) }
  const endpoint = `/api/v1/inboxes/${encodeURIComponent(inbox)}/mails`
  await openTenant(
    tenant,
    { name: 'Importing mails', scopes: ['threads:write'] },
    context,
    (skein) =>
      withReadableErrors(context.stop, async () => {
        for await (const mail of readMails(path)) {
          context.stop.throwIfAborted()
          sending.bytes = mail.bytes
          try {
            const { status } = await skein.request('POST', endpoint, { query: { import: true }, signal: context.stop })
            counts[status === 200 ? 'known' : 'accepted']++
          } catch (error) {
            failures.push(toFailure(mail, error))
          }
        }
      }),
    {
      // Rate limits only delay an import.
      rateLimitedAttemptsMax: Number.POSITIVE_INFINITY,
      attemptsMax: 8,
      // The client would send JSON, but this operation takes the raw bytes of a mail.
      fetch: async (address, init) => {
        if (init.method !== 'POST') return fetch(address, init)
        const headers = new Headers(init.headers)
        headers.set('content-type', 'message/rfc822')
        return fetch(address, { ...init, headers, body: new Uint8Array(sending.bytes) })
      },
    },
  )
  const text = `${counts.accepted} mails were imported; ${counts.known} were there already; ${failures.length} were refused.`
  const named = failures.slice(0, maxNamedFailures).map(({ name, error }) => `${name}: ${error}`)
  return { json: { ...counts, refused: failures }, text: [...named, text].join('\n'), exitCode: failures.length > 0 ? 1 : 0 }
}

/** Returns the failure of this mail. Rethrows errors that would affect every later mail too. */
function toFailure({ name }: FoundMail, error: unknown): Failure {
  if (error instanceof NoAnswerError || !(error instanceof ApiError)) throw error
  if (![400, 413, 422].includes(error.status)) throw error
  return { name, error: formatError(error).replaceAll('\n', '; ') }
}
