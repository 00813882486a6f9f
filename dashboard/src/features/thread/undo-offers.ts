/** Replies from this page that the agent can still undo or send immediately. The toast, the timeline and the keys share them. */
import type { Message } from '@skein/client'

export type UndoOffer = {
  reply: Message
  /** Whether the reply is sent within a minute, so that pressing Send again sends it now. */
  isSoon: boolean
  /** Closes the toast and removes the undo entry. */
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

/** Returns the latest reply of the thread that is sent within a minute. */
export function findLastOffer(threadId: string): Message | null {
  return [...offers.values()].findLast(({ reply, isSoon }) => isSoon && reply.threadId === threadId)?.reply ?? null
}
