/** Connections to mail servers that tenants name never reach a private address. */
import { expect, it } from 'vitest'
import { createMailHostRule, ForbiddenHostError } from './mail-hosts.ts'

const known: Readonly<Record<string, readonly string[]>> = {
  'mail.example.com': ['93.184.216.34', '2606:2800:220:1::1'],
  'mixed.example.com': ['93.184.216.34', '10.0.0.5'],
  localhost: ['127.0.0.1', '::1'],
  'gone.example.com': [],
}
const resolveHost = (host: string) => Promise.resolve(known[host] ?? [])
const resolve = createMailHostRule({ allowedCidrs: [], resolveHost })

it('a public host is reached at exactly its addresses', async () => {
  expect(await resolve('mail.example.com', 587)).toEqual(known['mail.example.com'])
  expect(await resolve('93.184.216.34', 2525)).toEqual(['93.184.216.34'])
  expect(await resolve('[2606:2800:220:1::1]', 465)).toEqual(['2606:2800:220:1::1'])
})

it.each([
  ['localhost', 587],
  ['mixed.example.com', 587],
  ['127.0.0.1', 25],
  ['169.254.169.254', 8080],
  ['::1', 993],
  ['::ffff:10.0.0.1', 993],
  ['127.1', 25],
  ['2130706433', 25],
  ['0x7f000001', 25],
  ['mail.example.com', 22],
  ['mail.example.com', 1024],
  ['mail.example.com', 70_000],
  ['mail.example.com', 0],
  ['', 25],
  ['a b', 25],
  ['mail.example.com/x', 25],
  ['ada@mail.example.com', 25],
])('%s with port %d is refused', async (host, port) => {
  await expect(resolve(host, port)).rejects.toThrow(ForbiddenHostError)
})

it('the operator can allow ranges, and a host that does not resolve is another error', async () => {
  const opened = createMailHostRule({ allowedCidrs: ['127.0.0.0/8'], resolveHost })
  expect(await opened('localhost', 1025)).toEqual(known['localhost'])
  const error: unknown = await resolve('gone.example.com', 25).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ForbiddenHostError)
})
