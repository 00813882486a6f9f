/** Which passwords are accepted (NIST SP 800-63B and ASVS 5, 6.2): long ones that are hard to guess, of any kinds of characters. */
import { ApiError, type ErrorDetail } from '../../kit/index.ts'
import { passwordRejected } from './errors.ts'
import { normalised } from './hash-password.ts'

export const passwordLengthMin = 12
export const passwordLengthMax = 1_024

/** Throws 400 with a reason for each fault. `field` is the path of the password in the request. */
export async function checkNewPassword(field: string, password: string, email: string): Promise<void> {
  const text = normalised(password)
  const details: ErrorDetail[] = []
  if ([...text].length < passwordLengthMin)
    details.push({ field, code: 'TOO_SHORT', message: `must have at least ${passwordLengthMin} characters` })
  if (holdsName(text, email)) details.push({ field, code: 'HOLDS_EMAIL', message: 'must not contain the name in your e-mail address' })
  if (await isCommon(text)) details.push({ field, code: 'COMMON', message: 'is a common password' })
  if (details.length === 0) return
  throw new ApiError(passwordRejected, { details })
}

/** Shorter names are part of too many words. */
const nameLengthMin = 3

function holdsName(password: string, email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@')).replace(/\+.*/, '')
  const [name, text] = [lettersOf(local), lettersOf(password)]
  return [...name].length >= nameLengthMin && text.includes(name)
}

/** Lower case without punctuation: `Grace.Hopper` and `grace-hopper` are the same name. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * A common password, also with digits and signs around it that make up less than half (`Password2026!`), and one written several times.
 */
async function isCommon(password: string): Promise<boolean> {
  const common = await (list ??= readList())
  const lower = password.toLowerCase()
  const core = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const [, repeated = ''] = /^(.+?)\1+$/su.exec(lower) ?? []
  return common.has(lower) || (core.length * 2 > lower.length && common.has(core)) || [...repeated].length === 1 || common.has(repeated)
}

let list: Promise<ReadonlySet<string>> | undefined

/** Read when first needed: it is large, and most processes never change a password. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
