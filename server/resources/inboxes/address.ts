/** What the address of an inbox must be, depending on the inbox's type. */
import { readEmail, whyNoEmail } from '../../kit/index.ts'

type Type = 'EMAIL' | 'API' | 'WIDGET' | 'SLACK' | 'WHATSAPP' | 'SMS' | 'VOICE'
/** The address in its stored form, or what is wrong with it. */
type Read = (text: string) => { address: string } | { problem: string }

const telephone: Read = (text) =>
  /^\+[1-9]\d{1,14}$/.test(text) ? { address: text } : { problem: 'must be a telephone number in E.164, such as +4930901820' }

const readers: Readonly<Record<Type, Read>> = {
  EMAIL: (text) => {
    const address = readEmail(text)
    return address === null ? { problem: `must be an e-mail address: this one ${whyNoEmail(text)}` } : { address }
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
  // A name that the tenant's own systems use for it.
  API: (text) =>
    /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u.test(text)
      ? { address: text }
      : { problem: 'must be one line of visible text' },
}

/** The address in its stored form. An invalid address (see `addressProblems`) is returned unchanged. */
export function readAddress<Address extends string | null | undefined>(type: Type, address: Address): Address | string {
  if (typeof address !== 'string') return address
  const read = readers[type](address)
  return 'address' in read ? read.address : address
}

/** What is wrong with an address for an inbox of this type, as error details. */
export function addressProblems(type: Type, address: string | null | undefined): { field: string; code: string; message: string }[] {
  const read = typeof address === 'string' ? readers[type](address) : null
  return read && 'problem' in read ? [{ field: 'address', code: 'INVALID_FORMAT', message: read.problem }] : []
}
