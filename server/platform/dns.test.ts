import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDnsServer, type DnsServer } from '../../test/support/dns-server.ts'
import { createDnsResolver, type DnsResolver } from './dns.ts'
import { takesAtMost } from '../../test/support/stalls.ts'

const longText = `v=DKIM1; p=${'A'.repeat(1_500)}`

let server: DnsServer
let resolver: DnsResolver
beforeAll(async () => {
  server = await startDnsServer({
    MX: {
      'example.com': [
        { priority: 20, exchange: 'second.example.com' },
        { priority: 10, exchange: 'first.example.com' },
      ],
    },
    TXT: { 'example.com': ['v=spf1 -all', longText], '_skein.xn--bcher-kva.example': ['tenant=ten_1'] },
    failing: ['broken.example'],
    silent: ['silent.example'],
  })
  resolver = createDnsResolver({ servers: [server.address] })
})
afterAll(() => server.stop())

test('texts of several strings are one text, also beyond the size of a datagram', async () => {
  expect([...(await resolver.listTxt('example.com'))].toSorted()).toEqual([longText, 'v=spf1 -all'])
})

test('mail servers come in their order of preference', async () => {
  expect((await resolver.listMailExchanges('example.com')).map(({ exchange }) => exchange)).toEqual([
    'first.example.com',
    'second.example.com',
  ])
})

test('a name without such a record has none', async () => {
  expect([await resolver.listTxt('absent.example'), await resolver.listMailExchanges('_skein.xn--bcher-kva.example')]).toEqual([[], []])
  expect(await resolver.listTxt(`${'a'.repeat(64)}.example`)).toEqual([])
  await expect(resolver.resolve('absent.example', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('international names are looked up in ASCII', async () => {
  expect(await resolver.listTxt('_skein.bücher.example')).toEqual(['tenant=ten_1'])
})

test('a name server that fails or stays silent makes the look-up fail in time', async () => {
  await expect(resolver.listTxt('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  const hasty = createDnsResolver({ servers: [server.address], firstTryMs: 50, timeoutMs: 300 })
  await takesAtMost(1_500, () => expect(hasty.listTxt('silent.example')).rejects.toThrow())
  const closed = createDnsResolver({ servers: ['127.0.0.1:1'] })
  await expect(closed.listTxt('example.com')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
