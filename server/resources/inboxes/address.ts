/** Validates and normalises the address of an inbox, depending on the inbox's type. */
import { readEmail, findEmailProblem } from '#platform/email.ts'

type Type = 'EMAIL' | 'API' | 'WIDGET' | 'SLACK' | 'WHATSAPP' | 'SMS' | 'VOICE'
/** Returns the address in its stored form, or the problem with it. */
type ReadAddress = (text: string) => { address: string } | { problem: string }

const telephone: ReadAddress = (text) =>
  /^\+[1-9]\d{1,14}$/.test(text) ? { address: text } : { problem: 'must be a telephone number in E.164, such as +4930901820' }

const readers: Readonly<Record<Type, ReadAddress>> = {
  EMAIL: (text) => {
    const address = readEmail(text)
    return address === null ? { problem: `must be an e-mail address: this one ${findEmailProblem(text)}` } : { address }
  },
  SMS: telephone,
  VOICE: telephone,
  WHATSAPP: telephone,
  SLACK: (text) =>
    /^(?:#[\p{L}\p{M}\p{N}_-]{1,80}|[CGD][A-Z0-9]{8,20})$/u.test(text)
      ? { address: text }
      : { problem: 'must be a channel, such as #support, or the id of one' },
  WIDGET: (text) => {
    const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
    const site = /^[^\s@]+$/.test(text) && URL.canParse(url) ? new URL(url) : null
    return site ? { address: text } : { problem: 'must be the website, such as https://example.com or example.com' }
  },
  // Any name that the tenant's own systems use.
  API: (text) =>
    /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u.test(text)
      ? { address: text }
      : { problem: 'must be one line of visible text' },
}

/** Normalises an address for storage. Returns an invalid address unchanged; `findAddressProblems` reports it. */
export function normaliseAddress<Address extends string | null | undefined>(type: Type, address: Address): Address | string {
  if (typeof address !== 'string') return address
  const result = readers[type](address)
  return 'address' in result ? result.address : address
}

/** Returns the problems of an address for an inbox of this type, as error details. */
export function findAddressProblems(type: Type, address: string | null | undefined): { field: string; code: string; message: string }[] {
  const result = typeof address === 'string' ? readers[type](address) : null
  return result && 'problem' in result ? [{ field: 'address', code: 'INVALID_FORMAT', message: result.problem }] : []
}
