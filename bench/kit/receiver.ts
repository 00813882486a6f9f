/** A webhook receiver on this machine, in the benchmark's process. It answers 204 to every request. */
import { once } from 'node:events'
import { createServer } from 'node:http'

export type Receiver = { url: string; stop(): void }

/** Calls `take` with the body of each delivery, after answering it. */
export async function startReceiver(take: (body: string) => void): Promise<Receiver> {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      res.writeHead(204).end()
      take(Buffer.concat(chunks).toString())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('A listening socket has an address')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
