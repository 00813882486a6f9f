/** A real DNS server, on UDP and TCP, whose records a test sets. */
import { once } from 'node:events'
import { createTCPServer, createUDPServer, Packet } from 'dns2'
import type { DnsHandler } from 'dns2'
import { findFreePort } from './free-port.ts'

export type DnsZone = {
  A?: Record<string, string[]>
  MX?: Record<string, { priority: number; exchange: string }[]>
  TXT?: Record<string, string[]>
  PTR?: Record<string, string[]>
  /** Names for which the server responds with REFUSED. */
  failing?: string[]
  /** Names whose queries time out. */
  silent?: string[]
}

export type DnsServer = {
  /** Value of DNS_SERVERS. */
  address: string
  /** Records, which a test may change. */
  zone: DnsZone
  /** Names and types of all queries so far, such as `TXT example.com`. */
  queries: string[]
  stop(): Promise<void>
}

const noSuchName = 3
const serverFailure = 2

export async function startDnsServer(zone: DnsZone = {}): Promise<DnsServer> {
  const queries: string[] = []
  const handle: DnsHandler = (request, send) => {
    const response = Packet.createResponseFromRequest(request)
    const [question] = request.questions
    const name = question?.name.toLowerCase() ?? ''
    const type = Object.entries(Packet.TYPE).find(([, number]) => number === question?.type)?.[0] ?? ''
    queries.push(`${type} ${name}`)
    if (zone.silent?.includes(name)) return
    const records = zone.failing?.includes(name) ? null : listRecords(zone, name, type)
    if (records === null) response.header.rcode = serverFailure
    else if (records.length === 0 && !isKnown(zone, name)) response.header.rcode = noSuchName
    for (const record of records ?? [])
      response.answers.push(new Packet.Resource({ name, type: question?.type ?? 0, class: Packet.CLASS.IN, ttl: 1, ...record }))
    void send(response)
  }
  const [tcp, udp] = [createTCPServer(handle), createUDPServer(handle)]
  // Clients repeat a query over TCP, on the same port, when the response is too long for a datagram.
  const port = await findFreePort()
  tcp.listen(port, '127.0.0.1')
  await once(tcp, 'listening')
  await udp.listen(port, '127.0.0.1')
  const stop = async (): Promise<void> => {
    udp.close()
    tcp.close()
    await once(tcp, 'close')
  }
  return { address: `127.0.0.1:${port}`, zone, queries, stop }
}

function listRecords({ A = {}, MX = {}, TXT = {}, PTR = {} }: DnsZone, name: string, type: string): object[] {
  if (type === 'A') return (A[name] ?? []).map((address) => ({ address }))
  if (type === 'MX') return MX[name] ?? []
  // A TXT value of more than 255 bytes is split into several strings of one record.
  if (type === 'TXT') return (TXT[name] ?? []).map((text) => ({ data: text.match(/.{1,255}/gs) ?? [''] }))
  if (type === 'PTR') return (PTR[name] ?? []).map((domain) => ({ domain }))
  return []
}

function isKnown({ A = {}, MX = {}, TXT = {}, PTR = {} }: DnsZone, name: string): boolean {
  return [A, MX, TXT, PTR].some((records) => name in records)
}
