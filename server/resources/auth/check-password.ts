/** Checks new passwords (NIST SP 800-63B; ASVS 5, section 6.2): long and hard to guess, with any characters. */
import { ApiError, type ErrorDetail } from '#platform/errors.ts'
import { passwordRejected } from './errors.ts'
import { normalisePassword } from './hash-password.ts'

export const minPasswordLength = 12
export const maxPasswordLength = 1_024

/** Throws 400 with one detail per broken rule. `field` is the path of the password in the request. */
export async function checkNewPassword(field: string, password: string, email: string): Promise<void> {
  const text = normalisePassword(password)
  const details: ErrorDetail[] = []
  if ([...text].length < minPasswordLength)
    details.push({ field, code: 'TOO_SHORT', message: `must have at least ${minPasswordLength} characters` })
  if (containsName(text, email)) details.push({ field, code: 'HOLDS_EMAIL', message: 'must not contain the name in your e-mail address' })
  if (await isCommon(text)) details.push({ field, code: 'COMMON', message: 'is a common password' })
  if (details.length === 0) return
  throw new ApiError(passwordRejected, { details })
}

/** Minimum length of names that passwords must not contain. Shorter names occur in too many ordinary words. */
const minNameLength = 3

function containsName(password: string, email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@')).replace(/\+.*/, '')
  const [name, text] = [toLettersAndDigits(local), toLettersAndDigits(password)]
  return [...name].length >= minNameLength && text.includes(name)
}

/** Reduces a text to lower-case letters and digits, so that `Grace.Hopper` and `grace-hopper` are equal. */
function toLettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Whether the password is a common one, a common one padded with fewer other characters than letters (`Password2026!`), a repeated common
 * one, or a single repeated character.
 */
async function isCommon(password: string): Promise<boolean> {
  const common = await (commonPasswords ??= loadCommonPasswords())
  const lower = password.toLowerCase()
  const core = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const [, repeated = ''] = /^(.+?)\1+$/su.exec(lower) ?? []
  return common.has(lower) || (core.length * 2 > lower.length && common.has(core)) || [...repeated].length === 1 || common.has(repeated)
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loads the list of common passwords on first use, because it is large and most processes never change a password. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
