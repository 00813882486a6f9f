/** Reads recipients that callers name: an address, or `Name <address>`. */
import { ApiError, type ErrorDetail, findEmailProblem, readEmail, validationFailed } from '../../../kit/index.ts'
import type { Mailbox } from '../../mail/index.ts'

const maxNameLength = 255

/** Returns the mailbox, or what is wrong with the text. */
function parseMailbox(text: string): Mailbox | string {
  const trimmed = text.trim()
  const open = trimmed.endsWith('>') ? trimmed.lastIndexOf('<') : -1
  const address = open === -1 ? trimmed : trimmed.slice(open + 1, -1).trim()
  const canonical = readEmail(address)
  if (canonical === null) return `${findEmailProblem(address) ?? 'is not an e-mail address'}, or is not of the form Name <address>`
  const name = open === -1 ? '' : unquote(trimmed.slice(0, open).trim())
  return { name: name === '' ? null : name, address: canonical }
}

function unquote(text: string): string {
  const inner = /^"(.*)"$/s.exec(text)?.[1]?.replaceAll(/\\(.)/gs, '$1') ?? text
  return inner
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
}

/** Returns the mailboxes of lists, each address once, in the first list that has it. Throws 400 with every text that is none. */
export function parseMailboxes<Field extends string>(
  lists: Readonly<Record<Field, readonly string[] | undefined>>,
): Record<Field, Mailbox[]> {
  const details: ErrorDetail[] = []
  const seen = new Set<string>()
  const entries = Object.entries<readonly string[] | undefined>(lists).map(([field, texts = []]) => {
    const mailboxes = texts.flatMap((text, i) => {
      const parsed = parseMailbox(text)
      if (typeof parsed === 'string') details.push({ field: `${field}[${i}]`, code: 'INVALID', message: parsed })
      else if (!seen.has(parsed.address)) {
        seen.add(parsed.address)
        return [parsed]
      }
      return []
    })
    return [field, mailboxes]
  })
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  // Safe because the entries are those of `lists`.
  return Object.fromEntries(entries) as Record<Field, Mailbox[]>
}
