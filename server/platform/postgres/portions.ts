/** Reads the answer to a statement in portions. */
import type { Socket } from 'node:net'

/** What to wait for before the next portion; undefined goes on at once. */
export type Rest = () => Promise<void> | undefined

const portionBytes = 65_536

/**
 * Pauses the socket after each portion for what `rest` gives. PostgreSQL goes on until the buffers in between are full and then waits, too.
 * The function that results ends it. Under TLS nothing is paused: the driver reads another socket then, and this one has no listener.
 */
export function readInPortions(socket: Socket, rest: Rest): () => void {
  let bytes = 0
  let isOver = socket.listenerCount('data') === 0
  const count = (piece: Buffer): void => {
    bytes += piece.length
    if (bytes < portionBytes) return
    bytes = 0
    const others = rest()
    if (!others) return
    socket.pause()
    void others.then(() => {
      if (!isOver) socket.resume()
    })
  }
  if (isOver) return () => {}
  socket.on('data', count)
  return () => {
    isOver = true
    socket.off('data', count)
    socket.resume()
  }
}
