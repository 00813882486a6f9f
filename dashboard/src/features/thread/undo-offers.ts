/** Replies that were sent from this page and can still be taken back or sent at once: from their messages, from where they stand, and by keys. */
import type { Message } from '@skein/client'

export type UndoOffer = {
  reply: Message
  /** It is sent within the minute: whoever sends again wants it to go now. */
  isSoon: boolean
  /** Takes the offer away. */
  withdraw: () => void
}

const offers = new Map<string, UndoOffer>()

export function putOffer(offer: UndoOffer): void {
  offers.set(offer.reply.id, offer)
}

export function withdrawOffer(replyId: string): void {
  offers.get(replyId)?.withdraw()
  offers.delete(replyId)
}

/** The reply of this thread that was sent last and is about to go. */
export function lastOffer(threadId: string): Message | null {
  return [...offers.values()].findLast(({ reply, isSoon }) => isSoon && reply.threadId === threadId)?.reply ?? null
}
