/** A webhook receiver in the benchmark's process. Responds to every request with 204. */
import { once } from 'node:events'
import { createServer } from 'node:http'

export type Receiver = { url: string; stop(): void }

/** Starts a receiver that responds to each delivery and then calls `onDelivery` with its body. */
export async function startReceiver(onDelivery: (body: string) => void): Promise<Receiver> {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      res.writeHead(204).end()
      onDelivery(Buffer.concat(chunks).toString())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no TCP address')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
