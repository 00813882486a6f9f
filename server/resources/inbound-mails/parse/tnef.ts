/** Unpacks `winmail.dat`, the format in which Outlook sends attachments to recipients that it believes use Outlook (MS-OXTNEF). */
import { decodeText, removeNul } from './charsets.ts'
import { type MapiProperties, readProperties } from './mapi-properties.ts'
import { rtfToText } from './rtf.ts'

export type TnefFile = {
  readonly filename: string | null
  readonly contentType: string | null
  readonly contentId: string | null
  /** A view of the unpacked bytes. */
  readonly content: Uint8Array
}

/** Content of a `winmail.dat`. `html` and `text` are null when it has no body of that form. */
export type Tnef = { readonly files: readonly TnefFile[]; readonly html: string | null; readonly text: string | null }

const signature = 0x223e9f78
const attachmentLevel = 2

/** The attributes to read, by number. */
const attribute = {
  body: 0x800c,
  messageProperties: 0x9003,
  codePage: 0x9007,
  renderData: 0x9002,
  title: 0x8010,
  data: 0x800f,
  properties: 0x9005,
}

/** The MAPI properties to read, by number. */
const property = {
  body: 0x1000,
  html: 0x1013,
  compressedRtf: 0x1009,
  attachedData: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  displayName: 0x3001,
  mediaType: 0x370e,
  contentId: 0x3712,
}

/** Bytes of the identifier before the content of an attached object. */
const objectHeaderLength = 16
const maxDepth = 3

/** Unpacks the bytes; null when they have another format. Reads damaged files as far as possible. Never throws. */
export function readTnef(bytes: Uint8Array, maxFiles: number, depth = 0): Tnef | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.length < 6 || data.readUInt32LE(0) !== signature) return null
  const files: TnefFile[] = []
  let message: MapiProperties = new Map()
  let plain: Uint8Array | null = null
  let codePage = 'windows-1252'
  let file: OpenFile | null = null
  const close = (): void => {
    if (file) files.push(...toFiles(file, codePage, maxFiles - files.length, depth))
    file = null
  }
  for (let at = 6; at + 9 <= data.length && files.length < maxFiles; ) {
    const level = data[at]
    const id = data.readUInt16LE(at + 1)
    const length = data.readUInt32LE(at + 5)
    const value = data.subarray(at + 9, at + 9 + length)
    if (level !== 1 && level !== attachmentLevel) break
    if (level === attachmentLevel) {
      if (id === attribute.renderData) close()
      file ??= { title: null, data: null, properties: new Map() }
      if (id === attribute.title) file.title = value
      if (id === attribute.data) file.data = value
      if (id === attribute.properties) file.properties = readProperties(value)
    } else if (id === attribute.codePage && value.length >= 4) codePage = `cp${value.readUInt32LE(0)}`
    else if (id === attribute.body) plain = value
    else if (id === attribute.messageProperties) message = readProperties(value)
    // Skip the two-byte checksum. Programs write wrong ones.
    at += 9 + length + 2
  }
  close()
  const rtf = message.get(property.compressedRtf)
  const unpacked = rtf?.kind === 'bytes' ? rtfToText(rtf.bytes) : null
  return {
    files,
    html: readText(message, property.html, codePage) ?? unpacked?.html ?? null,
    text: readText(message, property.body, codePage) ?? (plain ? trimEnd(decodeText(plain, codePage)) : null) ?? unpacked?.text ?? null,
  }
}

type OpenFile = { title: Buffer | null; data: Buffer | null; properties: MapiProperties }

function toFiles({ title, data, properties }: OpenFile, codePage: string, maxFiles: number, depth: number): TnefFile[] {
  const attached = properties.get(property.attachedData)
  const bytes = data ?? (attached?.kind === 'bytes' ? attached.bytes : null)
  if (bytes === null) return []
  const name = (id: number): string | null => readText(properties, id, codePage)
  const filename =
    name(property.longName) ?? (title && trimEnd(decodeText(title, codePage))) ?? name(property.shortName) ?? name(property.displayName)
  // An attached message is itself such a file. Its files are attached in its place.
  const inner =
    depth < maxDepth && attached?.kind === 'bytes' ? readTnef(attached.bytes.subarray(objectHeaderLength), maxFiles, depth + 1) : null
  if (inner === null)
    return [{ filename: filename || null, contentType: name(property.mediaType), contentId: name(property.contentId), content: bytes }]
  const text = inner.html ?? inner.text
  const kind = inner.html === null ? 'plain' : 'html'
  const body = { filename: `${filename || 'message'}.${kind === 'html' ? 'html' : 'txt'}`, contentType: `text/${kind}`, contentId: null }
  return [...(text === null ? [] : [{ ...body, content: Buffer.from(text) }]), ...inner.files].slice(0, maxFiles)
}

function readText(properties: MapiProperties, id: number, codePage: string): string | null {
  const value = properties.get(id)
  if (value === undefined) return null
  const text = trimEnd(value.kind === 'text' ? removeNul(value.text) : decodeText(value.bytes, codePage))
  return text === '' ? null : text
}

/** Trims terminating NUL characters, if decoding has left any, and white space. */
function trimEnd(text: string): string {
  return removeNul(text).trimEnd().toWellFormed()
}
