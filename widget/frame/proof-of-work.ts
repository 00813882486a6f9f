/**
 * Solves a challenge of the service: finds a nonce for which SHA-256 of `challenge.nonce` begins with some zero bits. The browser's own
 * SHA-256 is asynchronous, which is slower for short texts, and pages without HTTPS lack it.
 */

const batchSize = 2_000

/** Takes a fraction of a second, in pieces of a few milliseconds. */
export async function solve(challenge: string, difficulty: number): Promise<string> {
  for (let nonce = 0; ; nonce++) {
    if (hasZeroBits(`${challenge}.${nonce}`, difficulty)) return String(nonce)
    if (nonce % batchSize === batchSize - 1) await new Promise((resolve) => setTimeout(resolve))
  }
}

const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0
const constants = primes.map((prime) => fraction(Math.cbrt(prime)))
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** Whether the SHA-256 of an ASCII text begins with `bits` zero bits, at most 32. */
function hasZeroBits(text: string, bits: number): boolean {
  const [first = 0] = sha256(text)
  return bits === 0 || first >>> (32 - bits) === 0
}

/** Returns the eight words of the SHA-256 of an ASCII text (FIPS 180-4). */
export function sha256(text: string): Int32Array {
  const blocks = new Int32Array((((text.length + 8) >> 6) + 1) * 16)
  for (let i = 0; i < text.length; i++) blocks[i >> 2] = (blocks[i >> 2] ?? 0) | (text.charCodeAt(i) << (24 - (i % 4) * 8))
  blocks[text.length >> 2] = (blocks[text.length >> 2] ?? 0) | (0x80 << (24 - (text.length % 4) * 8))
  blocks[blocks.length - 1] = text.length * 8
  const state = Int32Array.from(initial)
  const w = new Int32Array(64)
  const rotate = (value: number, by: number): number => (value >>> by) | (value << (32 - by))
  for (let at = 0; at < blocks.length; at += 16) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = blocks[at + i] ?? 0
      else {
        const [a = 0, b = 0, c = 0, d = 0] = [w[i - 15], w[i - 2], w[i - 16], w[i - 7]]
        w[i] = (c + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + d + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))) | 0
      }
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i++) {
      const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + (w[i] ?? 0)) | 0
      const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + value) | 0
  }
  return state
}
