/** Unwraps a part: the parts of a multipart, or the mail in an S/MIME signature. */
import { readFields } from './header-fields.ts'
import { openSigned, type SmimeKind } from './smime.ts'
import { type Range, splitMultipart } from './split-multipart.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** Maximum header bytes of an inner part, which has few fields. */
export const maxPartHeaderBytes = 16 * 1024

type Wrapped = {
  readonly bytes: Buffer
  readonly declared: string
  readonly filename: string | null
  readonly encoding: string
  readonly boundary: string
  readonly maxParts: number
}
type Unwrapped = {
  readonly bytes: Buffer
  readonly encoding: string
  readonly ranges: readonly Range[]
  /** True when the content is not a container. */
  readonly isWhole: boolean
  readonly smime: SmimeKind | null
}

/** Finds the parts in a part's content. Decodes the content in place if that reveals the parts. */
export function unwrap({ bytes, declared, filename, encoding, boundary, maxParts }: Wrapped): Unwrapped {
  if (isSmime(declared, filename)) {
    const decoded = decodeInPlace(bytes, encoding)
    const { kind, mail } = openSigned(decoded)
    // A signed file, such as an invoice, is not a mail: its content has no header.
    const isMail = mail !== null && startsWithHeader(mail)
    return {
      bytes: isMail ? mail : decoded,
      encoding: '',
      ranges: isMail ? [{ from: 0, to: mail.length }] : [],
      isWhole: !isMail,
      smime: kind === 'SIGNED' && mail !== null && !isMail ? 'FILE' : kind,
    }
  }
  if (!declared.startsWith('multipart/')) return { bytes, encoding, ranges: [], isWhole: true, smime: null }
  const ranges = splitMultipart(bytes, boundary, maxParts)
  if (ranges !== null || !/^(base64|quoted-printable)$/.test(encoding))
    return { bytes, encoding, ranges: ranges ?? [], isWhole: ranges === null, smime: null }
  // A multipart must not be encoded (RFC 2045, 6.4), but some gateways do it.
  const decoded = decodeInPlace(bytes, encoding)
  const found = splitMultipart(decoded, boundary, maxParts)
  return { bytes: decoded, encoding: '', ranges: found ?? [], isWhole: found === null, smime: null }
}

function decodeInPlace(bytes: Buffer, encoding: string): Buffer {
  const decoded = decodeTransfer(bytes, encoding)
  return Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength)
}

function isSmime(declared: string, filename: string | null): boolean {
  return (
    /^application\/(x-)?pkcs7-mime$/.test(declared) || (declared === 'application/octet-stream' && filename?.toLowerCase() === 'smime.p7m')
  )
}

function startsWithHeader(bytes: Buffer): boolean {
  const { fields } = readFields(bytes, 0, bytes.length, maxPartHeaderBytes)
  return fields.some(({ name }) => name.startsWith('content-') || name === 'mime-version')
}
