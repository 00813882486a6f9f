/**
 * Removes from a picture where it was taken. Not from HEIC, AVIF and TIFF pictures: their metadata lies between the offsets of the picture,
 * so removing it means writing the file again. Phones convert HEIC to JPEG when a website asks for a file.
 */
import { crc32 } from 'node:zlib'

const [startOfImage, startOfScan] = [0xff_d8, 0xff_da]
/** Segments whose metadata may say where: EXIF and XMP (APP1), and IPTC (APP13). */
const segmentsWithPosition: ReadonlySet<number> = new Set([0xff_e1, 0xff_ed])
const orientationTag = 0x01_12
const exifMark = Buffer.from('Exif\0\0', 'latin1')
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Beginnings of PNG texts that contain XMP, or EXIF and IPTC as programs without the chunk eXIf write them. */
const pngTexts = /^(XML:com\.adobe\.xmp|Raw profile type )/i
/** Flags of a WebP's header: it has EXIF, it has XMP. */
const [webpExif, webpXmp] = [0x08, 0x04]

/**
 * Returns a JPEG, PNG or WebP without EXIF, XMP and IPTC, but for the orientation, without which it would lie on its side. The picture itself
 * does not change. Returns null for other files, and for a picture that has none of these.
 */
export function removePosition(bytes: Buffer): Buffer | null {
  if (bytes.length < 12) return null
  if (bytes.readUInt16BE(0) === startOfImage) return cleanJpeg(bytes)
  if (bytes.subarray(0, 8).equals(pngSignature)) return cleanPng(bytes)
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? cleanWebp(bytes) : null
}

function cleanJpeg(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let orientation = 1
  let removes = false
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes.readUInt16BE(at)
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === startOfScan || marker >> 8 !== 0xff || end > bytes.length) break
    const segment = bytes.subarray(at, end)
    if (segmentsWithPosition.has(marker)) {
      removes = true
      orientation = readOrientation(segment.subarray(4)) ?? orientation
    } else kept.push(segment)
    at = end
  }
  if (!removes) return null
  if (orientation > 1) kept.splice(1, 0, toSegment(orientation))
  return Buffer.concat([...kept, bytes.subarray(at)])
}

function cleanPng(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [pngSignature]
  let removes = false
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    const [type, content] = [bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, end - 4)]
    const orientation = type === 'eXIf' ? (readOrientation(content) ?? 1) : 1
    if (type === 'eXIf' || (/^[itz](TX|EX)t$/.test(type) && pngTexts.test(content.toString('latin1', 0, 80)))) removes = true
    else kept.push(bytes.subarray(at, end))
    // In the place of the former chunk.
    if (orientation > 1) kept.push(toPngChunk('eXIf', toTiff(orientation)))
    at = end
  }
  return removes ? Buffer.concat([...kept, bytes.subarray(at)]) : null
}

function cleanWebp(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = []
  let orientation = 1
  let removes = false
  let at = 12
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > bytes.length) break
    const type = bytes.toString('latin1', at, at + 4)
    if (type === 'EXIF') orientation = readOrientation(bytes.subarray(at + 8, at + 8 + size)) ?? orientation
    if (type === 'EXIF' || type === 'XMP ') removes = true
    else kept.push(Buffer.from(bytes.subarray(at, end)))
    at = end
  }
  if (!removes) return null
  // The header with the flags is the first chunk.
  const [header] = kept
  if (header && header.toString('latin1', 0, 4) === 'VP8X' && header.length > 8)
    header.writeUInt8((header.readUInt8(8) & ~(webpExif | webpXmp)) | (orientation > 1 ? webpExif : 0), 8)
  if (orientation > 1) kept.push(toWebpChunk('EXIF', toTiff(orientation)))
  // What is behind the last chunk is no picture.
  return toWebpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...kept]))
}

/** Reads the orientation, 1 to 8, of EXIF data, which in some formats begin with a mark; null if they have none. */
function readOrientation(exif: Buffer): number | null {
  const tiff = exif.subarray(0, 6).equals(exifMark) ? exif.subarray(6) : exif
  if (tiff.length < 8 || !/^(II|MM)$/.test(tiff.toString('latin1', 0, 2))) return null
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const read16 = (at: number): number => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let n = 0; n < read16(directory) && n < 200; n++) {
    const entry = directory + 2 + n * 12
    const value = read16(entry + 8)
    if (read16(entry) === orientationTag) return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** Returns EXIF data with nothing but the orientation. */
function toTiff(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

function toSegment(orientation: number): Buffer {
  const content = Buffer.concat([exifMark, toTiff(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function toPngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function toWebpChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), length, content, Buffer.alloc(content.length % 2)])
}
