import { readFlags, readOptions, UsageError, type Command, type CommandContext, type CommandResult } from './command.ts'
import { sendToMailPort } from './customer-mail.ts'
import { formatMailbox, listKeptFiles, readKeptMail, type KeptMail } from './kept-mails.ts'
import { openTenant, readTenantOptions, tenantOptionNames, tenantUsage, type TenantOptions } from './tenant-client.ts'
import { toTerminalText } from './terminal-text.ts'

/** Maximum number of a thread's stored mails to examine, latest first. */
const maxExaminedMails = 500

export const mailAnswer: Command = {
  usage: `mail answer --last | --thread ID --text TEXT [--tenant SLUG | --key-file FILE] [--url URL]

Answers the latest reply that was written to a file, as the customer would: from the customer's address, to the address in Reply-To, with
In-Reply-To, References and the quoted reply. It goes to the SMTP port of this installation and returns to the thread.

  --last         the latest reply to any customer
  --thread ID    the latest reply in this thread; its messages are read with an API key
  --text TEXT    what the customer answers
${tenantUsage}`,
  examples: [
    "skein mail answer --last --text 'Thank you, it works.'",
    "skein mail answer --thread thr_01k2j3m4n5p6q7r8s9t0v1w2x3 --text 'Still empty.'",
  ],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['last'])
    const options = readOptions(rest, { text: 'required', thread: 'optional', ...tenantOptionNames })
    if (flags.has('last') === (options.thread !== undefined)) throw new UsageError('Either --last or --thread must be given.')
    const tenant = readTenantOptions(options)
    return (context) => run({ text: options.text, thread: options.thread ?? null, tenant }, context)
  },
}

type Request = { text: string; thread: string | null; tenant: TenantOptions }

async function run({ text, thread, tenant }: Request, context: CommandContext): Promise<CommandResult> {
  const messageIds = thread === null ? null : await listMessageIds(thread, tenant, context)
  const kept = await findReply(context.config.dataDir, messageIds)
  if (!kept) throw new Error('No reply was written to a file. Replies are, while SMTP_URL is not set.')
  const { from, replyTo, to, subject, messageId, references } = kept.mail
  const [customer] = to
  const [answerTo] = replyTo.length > 0 ? replyTo : from
  if (!customer || !answerTo) throw new Error(`The mail in ${kept.path} has no sender or no recipient.`)
  const id = messageId === null ? [] : [`<${messageId}>`]
  const sent = await sendToMailPort(context.config, {
    from: formatMailbox(customer),
    to: answerTo.address,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: `${text}\n\n${quote(kept)}`,
    ...(id[0] === undefined ? {} : { inReplyTo: id[0] }),
    references: [...references.map((reference) => `<${reference}>`).filter((reference) => reference !== id[0]), ...id],
  })
  return {
    json: { ...sent, answered: kept.path, from: customer.address, to: answerTo.address },
    text: `${customer.address} answered “${toTerminalText(subject)}”; accepted as ${sent.mailId}.`,
  }
}

/**
 * Finds the latest stored mail of a thread. `messageIds` are the ids, without prefix, with which its Message-ID may begin; null for any.
 */
async function findReply(dataDir: string, messageIds: ReadonlySet<string> | null): Promise<KeptMail | null> {
  const files = (await listKeptFiles(dataDir)).toReversed().slice(0, maxExaminedMails)
  for (const file of files) {
    const kept = await readKeptMail(file)
    if (kept.isOfThread && (messageIds?.has(kept.mail.messageId?.split('.')[0] ?? '') ?? true)) return kept
  }
  return null
}

async function listMessageIds(thread: string, tenant: TenantOptions, context: CommandContext): Promise<ReadonlySet<string>> {
  return openTenant(tenant, { name: 'Answering a mail', scopes: ['threads:read'] }, context, async (skein) => {
    const ids = new Set<string>()
    for await (const { id } of skein.listMessages({ path: { id: thread } })) ids.add(id.replace(/^msg_/, ''))
    return ids
  })
}

/** Quotes a mail as mail programs do. */
function quote({ at, mail: { from, body } }: KeptMail): string {
  const who = from.map(formatMailbox).join(', ')
  const lines = body.bodyText.trimEnd().split('\n')
  return `On ${at.toISOString().slice(0, 16).replace('T', ' ')}, ${who} wrote:\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n`
}
