/** Removes from a photograph where it was taken. */

const [startOfImage, startOfScan] = [0xff_d8, 0xff_da]
/** Segments whose metadata may say where: EXIF and XMP (APP1), and IPTC (APP13). */
const segmentsWithPosition: ReadonlySet<number> = new Set([0xff_e1, 0xff_ed])
const orientationTag = 0x01_12

/**
 * Returns a JPEG without EXIF, XMP and IPTC, but for the orientation, without which it would lie on its side. The picture itself does not
 * change. Returns null for other files, and for a JPEG that has none of these.
 */
export function removePosition(bytes: Buffer): Buffer | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== startOfImage) return null
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
      orientation = readOrientation(segment) ?? orientation
    } else kept.push(segment)
    at = end
  }
  if (!removes) return null
  if (orientation > 1) kept.splice(1, 0, toSegment(orientation))
  return Buffer.concat([...kept, bytes.subarray(at)])
}

/** Reads the orientation, 1 to 8, of an EXIF segment; null if it has none. */
function readOrientation(segment: Buffer): number | null {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0') return null
  const tiff = segment.subarray(10)
  if (tiff.length < 8) return null
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

/** Returns an EXIF segment with nothing but the orientation. */
function toSegment(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
