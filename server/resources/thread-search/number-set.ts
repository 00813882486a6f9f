/**
 * Sets of small integers. In memory a set is a bitmap with one bit per number. The database stores one value per block of 65,536 numbers: a
 * list with two bytes per number, or an 8 KB bitmap when that is smaller.
 */
export const blockSize = 65_536
const blockBytes = blockSize / 8
const maxListLength = blockBytes / 2

export class NumberSet {
  readonly #bits: Uint8Array

  /** Creates a set for the numbers 0 to `max`. */
  constructor(max: number, bits: Uint8Array = new Uint8Array((Math.floor(max / blockSize) + 1) * blockBytes)) {
    this.#bits = bits
  }

  get bytes(): Uint8Array {
    return this.#bits
  }

  get size(): number {
    const words = new Uint32Array(this.#bits.buffer)
    let size = 0
    for (let word of words) {
      if (word === 0) continue
      word -= (word >>> 1) & 0x5555_5555
      word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333)
      size += (((word + (word >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24
    }
    return size
  }

  has(n: number): boolean {
    return ((this.#bits[n >>> 3] ?? 0) & (1 << (n & 7))) !== 0
  }

  add(n: number): void {
    if (n >>> 3 < this.#bits.length) this.#bits[n >>> 3] = (this.#bits[n >>> 3] ?? 0) | (1 << (n & 7))
  }

  remove(n: number): void {
    if (n >>> 3 < this.#bits.length) this.#bits[n >>> 3] = (this.#bits[n >>> 3] ?? 0) & ~(1 << (n & 7))
  }

  copy(): NumberSet {
    return new NumberSet(0, this.#bits.slice())
  }

  /** Mutates and returns this set, like the next two methods. Both sets must have the same `max`. */
  unite(other: NumberSet): this {
    return this.#each(other, (own, its) => own | its)
  }
  intersect(other: NumberSet): this {
    return this.#each(other, (own, its) => own & its)
  }
  subtract(other: NumberSet): this {
    return this.#each(other, (own, its) => own & ~its)
  }

  #each(other: NumberSet, join: (own: number, its: number) => number): this {
    const own = new Uint32Array(this.#bits.buffer)
    const its = new Uint32Array(other.#bits.buffer)
    for (let i = 0; i < own.length; i++) own[i] = join(own[i] ?? 0, its[i] ?? 0)
    return this
  }

  /** Calls `call` with each number, in descending order. */
  forEachDescending(call: (n: number) => void): void {
    for (let i = this.#bits.length - 1; i >= 0; i--) {
      let byte = this.#bits[i] ?? 0
      while (byte !== 0) {
        const bit = 31 - Math.clz32(byte)
        call(i * 8 + bit)
        byte &= ~(1 << bit)
      }
    }
  }

  numbers(): number[] {
    const found: number[] = []
    this.forEachDescending((n) => found.push(n))
    return found.toReversed()
  }

  /** Adds the numbers of a stored block, except numbers above `max`. */
  addBlock(block: number, stored: Buffer): void {
    const from = block * blockBytes
    if (from >= this.#bits.length) return
    if (stored.length === blockBytes) {
      for (let i = 0; i < blockBytes; i++) this.#bits[from + i] = (this.#bits[from + i] ?? 0) | (stored[i] ?? 0)
    } else for (let i = 0; i < stored.length; i += 2) this.add(block * blockSize + stored.readUInt16LE(i))
  }
}

/** Returns a stored block with some numbers added and others removed. Numbers are relative to the start of the block. */
export function updateBlock(stored: Buffer, added: ReadonlySet<number>, removed: ReadonlySet<number>): Buffer {
  if (stored.length / 2 + added.size < maxListLength) return updateList(stored, added, removed)
  const set = toSet(stored)
  for (const n of removed) set.remove(n)
  for (const n of added) set.add(n)
  return set.size >= maxListLength ? Buffer.from(set.bytes) : toList(set.numbers())
}

/** Returns the number of elements in a stored block. */
export function countBlock(stored: Buffer): number {
  return stored.length === blockBytes ? toSet(stored).size : stored.length / 2
}

/** Returns the numbers of a stored block, relative to its start. */
export function readBlock(stored: Buffer): number[] {
  return toSet(stored).numbers()
}

function toSet(stored: Buffer): NumberSet {
  const set = new NumberSet(blockSize - 1)
  set.addBlock(0, stored)
  return set
}

/** Updates a short list without a bitmap, because most blocks are short lists. */
function updateList(stored: Buffer, added: ReadonlySet<number>, removed: ReadonlySet<number>): Buffer {
  const numbers: number[] = []
  for (let i = 0; i < stored.length; i += 2) {
    const n = stored.readUInt16LE(i)
    if (!removed.has(n) && !added.has(n)) numbers.push(n)
  }
  return toList([...numbers, ...added].toSorted((a, b) => a - b))
}

function toList(numbers: readonly number[]): Buffer {
  const list = Buffer.alloc(numbers.length * 2)
  for (const [i, n] of numbers.entries()) list.writeUInt16LE(n, i * 2)
  return list
}
