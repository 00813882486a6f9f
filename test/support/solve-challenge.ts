/** Solves the proofs of work of website chats, as a browser would. */
import { createHash } from 'node:crypto'

export function solveChallenge({ challenge, difficulty }: { challenge: string; difficulty: number }): { challenge: string; nonce: string } {
  for (let nonce = 0; ; nonce++) {
    const head = createHash('sha256').update(`${challenge}.${nonce}`).digest().readUInt32BE()
    if (Math.clz32(head) >= difficulty) return { challenge, nonce: String(nonce) }
  }
}
