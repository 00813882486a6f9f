/** Parses the caller's recipients: an address, or `Name <address>`. */
import { findEmailProblem, readEmail } from '#platform/email.ts'
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import type { Mailbox } from '../../mail/index.ts'
import { maxRecipients } from '../record/mail-fields.ts'

const maxNameLength = 255

/** Returns the mailbox, or the problem with the text. */
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

export type Recipients = { readonly to: readonly Mailbox[]; readonly cc: readonly Mailbox[]; readonly bcc: readonly Mailbox[] }

/**
 * Returns the recipients, each address once, in the first list that has it. Throws 400 listing every invalid text, and for more than fifty
 * recipients.
 */
export function parseRecipients(lists: { readonly [Kind in keyof Recipients]?: readonly string[] | undefined }): Recipients {
  const details: ErrorDetail[] = []
  const seen = new Set<string>()
  const read = (field: keyof Recipients): Mailbox[] =>
    (lists[field] ?? []).flatMap((text, i) => {
      const parsed = parseMailbox(text)
      if (typeof parsed === 'string') details.push({ field: `${field}[${i}]`, code: 'INVALID', message: parsed })
      else if (!seen.has(parsed.address)) {
        seen.add(parsed.address)
        return [parsed]
      }
      return []
    })
  const recipients = { to: read('to'), cc: read('cc'), bcc: read('bcc') }
  if (seen.size > maxRecipients)
    details.push({ field: 'to', code: 'TOO_MANY', message: `must have at most ${maxRecipients} addresses together with cc and bcc` })
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  return recipients
}
