/** Parses lists of MAPI properties, as in `winmail.dat`. */

export type MapiValue = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'bytes'; readonly bytes: Buffer }

/** Text and byte properties by number. Numbers, times and named properties are left out. */
export type MapiProperties = ReadonlyMap<number, MapiValue>

/** Sizes of fixed-length values by type, padded to four bytes. */
const fixedSizes: Readonly<Record<number, number>> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 }
const variableTypes: ReadonlySet<number> = new Set([0x0d, 0x1e, 0x1f, 0x102])
const unicodeText = 0x1f
const manyValues = 0x1000
/** Property number from which properties are named, and numbers differ from file to file. */
const firstNamed = 0x8000

const maxProperties = 5_000
const maxValues = 10_000

/** Reads properties up to the first damaged one. */
export function readProperties(data: Buffer): MapiProperties {
  const found = new Map<number, MapiValue>()
  let at = 0
  const readNumber = (): number => {
    if (at + 4 > data.length) throw new RangeError('The list of properties ends early.')
    at += 4
    return data.readUInt32LE(at - 4)
  }
  const readBytes = (length: number): Buffer => {
    if (at + length > data.length) throw new RangeError('The value of a property ends early.')
    const bytes = data.subarray(at, at + length)
    at += Math.ceil(length / 4) * 4
    return bytes
  }
  const skipName = (): void => {
    at += 16
    if (readNumber() === 0) at += 4
    else readBytes(readNumber())
  }
  try {
    const count = Math.min(readNumber(), maxProperties)
    for (let i = 0; i < count; i++) {
      const tag = readNumber()
      const id = tag >>> 16
      const type = tag & 0xfff
      if (id >= firstNamed) skipName()
      const isVariable = variableTypes.has(type)
      const size = fixedSizes[type]
      if (!isVariable && size === undefined) break
      const values = isVariable || (tag & manyValues) !== 0 ? Math.min(readNumber(), maxValues) : 1
      for (let n = 0; n < values; n++) {
        const bytes = readBytes(isVariable ? readNumber() : (size ?? 0))
        if (!isVariable || n > 0 || id >= firstNamed) continue
        found.set(id, type === unicodeText ? { kind: 'text', text: bytes.toString('utf16le') } : { kind: 'bytes', bytes })
      }
    }
  } catch {
    // Keep the properties before the damaged one.
  }
  return found
}
