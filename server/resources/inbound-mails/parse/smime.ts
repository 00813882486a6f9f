/** Finds the mail inside an S/MIME signature (RFC 8551, 3.5.2). Does not verify signatures. */

/** Content of an S/MIME part. FILE is signed, but not a mail. */
export type SmimeKind = 'SIGNED' | 'ENCRYPTED' | 'FILE' | 'UNREADABLE'

/** A BER element. `from` and `to` are the range of its content. */
type Element = { readonly tag: number; readonly from: number; readonly to: number; readonly end: number }

const sequence = 0x30
const objectId = 0x06
const octets = 0x04
const constructedOctets = 0x24
const context0 = 0xa0

/** Object ids of content types, in hexadecimal: data and its encrypted and authenticated forms in PKCS #7 and CMS. */
const signedData = '2a864886f70d010702'
const encrypted: ReadonlySet<string> = new Set(['2a864886f70d010703', '2a864886f70d010706', '2a864886f70d0109100117'])

/** Maximum nesting depth. The mail is at depth six. */
const maxDepth = 16

/**
 * Parses a CMS message. `mail` is the signed content; null for other messages and detached signatures. Joins the chunks of long content in
 * place, which overwrites the bytes.
 */
export function openSigned(bytes: Buffer): { kind: SmimeKind; mail: Buffer | null } {
  const info = readElement(bytes, 0, bytes.length)
  const [type, wrapped] = info?.tag === sequence ? listChildren(bytes, info, 2) : []
  if (type?.tag !== objectId) return { kind: 'UNREADABLE', mail: null }
  const id = bytes.toString('hex', type.from, type.to)
  if (id !== signedData) return { kind: encrypted.has(id) ? 'ENCRYPTED' : 'FILE', mail: null }
  const [signed] = wrapped?.tag === context0 ? listChildren(bytes, wrapped, 1) : []
  // The version and the digest algorithms precede the content.
  const content = signed ? listChildren(bytes, signed, 3)[2] : undefined
  const explicit = content?.tag === sequence ? listChildren(bytes, content, 2)[1] : undefined
  const [string] = explicit?.tag === context0 ? listChildren(bytes, explicit, 1) : []
  return { kind: 'SIGNED', mail: string ? joinOctets(bytes, string) : null }
}

/**
 * Parses one element. Null at the end, for a tag of several bytes, or for a length of more than four bytes. Truncated content ends with the
 * bytes.
 */
function readElement(bytes: Buffer, at: number, limit: number, depth = 0): Element | null {
  const tag = bytes[at] ?? 0
  const first = bytes[at + 1]
  if (first === undefined || at + 2 > limit || (tag & 0x1f) === 0x1f || depth > maxDepth) return null
  if (first === 0x80) return readIndefinite(bytes, at, limit, depth)
  const size = first < 0x80 ? 0 : first & 0x7f
  if (size > 4 || at + 2 + size > limit) return null
  const from = at + 2 + size
  const length = size === 0 ? first : bytes.readUIntBE(at + 2, size)
  const to = Math.min(limit, from + length)
  return { tag, from, to, end: to }
}

/** Parses an indefinite-length element, which ends with two zero bytes. */
function readIndefinite(bytes: Buffer, start: number, limit: number, depth: number): Element {
  const tag = bytes[start] ?? 0
  let at = start + 2
  while (at + 1 < limit && !(bytes[at] === 0 && bytes[at + 1] === 0)) {
    const child = readElement(bytes, at, limit, depth + 1)
    if (child === null) break
    at = child.end
  }
  return { tag, from: start + 2, to: at, end: Math.min(limit, at + 2) }
}

/** Returns the first child elements. */
function listChildren(bytes: Buffer, { from, to }: Element, count: number): Element[] {
  const children: Element[] = []
  for (let at = from; at < to && children.length < count; ) {
    const child = readElement(bytes, at, to)
    if (child === null) break
    children.push(child)
    at = child.end
  }
  return children
}

/** Returns the content of an octet string. Joins its chunks if it has several. */
function joinOctets(bytes: Buffer, string: Element): Buffer | null {
  if (string.tag === octets) return bytes.subarray(string.from, string.to)
  if (string.tag !== constructedOctets) return null
  let length = string.from
  const append = ({ tag, from, to }: Element, depth: number): void => {
    if (tag === octets) {
      bytes.copyWithin(length, from, to)
      length += to - from
      return
    }
    if (tag !== constructedOctets || depth >= maxDepth) return
    let at = from
    while (at < to) {
      const child = readElement(bytes, at, to)
      if (child === null) return
      append(child, depth + 1)
      at = child.end
    }
  }
  append(string, 0)
  return bytes.subarray(string.from, length)
}
