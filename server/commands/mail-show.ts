import { setTimeout as sleep } from 'node:timers/promises'
import { readFlags, readOptions, readWhole, type Command, type CommandContext, type CommandResult } from './command.ts'
import { formatMailbox, listKeptFiles, readKeptMail, type KeptMail } from './kept-mails.ts'
import { toTerminalText } from './terminal-text.ts'

const followEveryMs = 300

export const mailShow: Command = {
  usage: `mail show [--limit N] [--follow] [--json]

Shows the latest mails that were written to files below DATA_DIR/mail, because SMTP_URL is not set: replies to customers, invitations and
notices. The oldest comes first. Nobody has received these mails.

  --limit N   how many; default 1
  --follow    then shows each new mail, until Ctrl-C
  --json      prints one JSON object for each mail`,
  examples: ['skein mail show', 'skein mail show --limit 10 --follow'],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['follow'])
    const { limit } = readOptions(rest, { limit: 'optional' })
    const count = limit === undefined ? 1 : readWhole('limit', limit, 1_000)
    return (context) => run(count, flags.has('follow'), context)
  },
}

async function run(limit: number, isFollowing: boolean, { config, stop, json }: CommandContext): Promise<CommandResult | null> {
  const files = await listKeptFiles(config.dataDir)
  const mails = await Promise.all(files.slice(-limit).map(readKeptMail))
  const write = (text: string): void => void process.stdout.write(`${text}\n`)
  if (!isFollowing) {
    if (mails.length === 0) return { json: { mails: [] }, text: 'There are no mails in files.' }
    return { json: { mails: mails.map(toJson) }, text: mails.map(toText).join('\n\n') }
  }
  const show = (mail: KeptMail): void => write(json ? JSON.stringify(toJson(mail)) : `${toText(mail)}\n`)
  mails.forEach(show)
  const shown = new Set(files.map(({ path }) => path))
  while (await sleep(followEveryMs, true, { signal: stop }).catch(() => false)) {
    for (const file of await listKeptFiles(config.dataDir)) {
      if (shown.has(file.path)) continue
      shown.add(file.path)
      show(await readKeptMail(file))
    }
  }
  return null
}

function toJson({ path, at, mail }: KeptMail): object {
  const { from, replyTo, to, cc, subject, messageId, inReplyTo, references, parts, body } = mail
  const attachments = parts.map(({ filename, contentType, content }) => ({ filename, contentType, size: content.length }))
  return { path, at: at.toISOString(), from, replyTo, to, cc, subject, messageId, inReplyTo, references, text: body.bodyText, attachments }
}

function toText({ path, at, mail }: KeptMail): string {
  const { from, replyTo, to, cc, subject, parts, body } = mail
  const lines: [string, string][] = [
    ['Written', at.toLocaleString()],
    ['From', from.map(formatMailbox).join(', ')],
    ['Reply-To', replyTo.map(formatMailbox).join(', ')],
    ['To', to.map(formatMailbox).join(', ')],
    ['Cc', cc.map(formatMailbox).join(', ')],
    ['Subject', subject],
    ['Files', parts.map(({ filename }) => filename).join(', ')],
    ['Path', path],
  ]
  const head = lines.filter(([, text]) => text !== '').map(([name, text]) => `${name.padEnd(10)}${text}`)
  return toTerminalText(`${head.join('\n')}\n\n${body.bodyText.trimEnd()}`)
}
