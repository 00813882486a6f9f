import { describe, expect, it } from 'vitest'
import { isAllowedOrigin, listAllowedOrigins, readOrigin } from './origins.ts'

describe('a site', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['HTTPS://WWW.Example.COM/', 'https://www.example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['https://*.example.com', 'https://*.example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://shop.localhost', 'http://shop.localhost'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://192.0.2.7', 'https://192.0.2.7'],
  ])('%s is stored as %s', (text, stored) => {
    expect(readOrigin(text)).toBe(stored)
  })

  it.each([
    '',
    'example.com',
    '*',
    'https://',
    'https://*',
    'https://*.com',
    'https://*.*.example.com',
    'https://w*.example.com',
    'http://example.com',
    'http://*.localhost.example',
    'ftp://example.com',
    'javascript:alert(1)',
    'null',
    'https://example.com/shop',
    'https://example.com?a',
    'https://example.com?',
    'https://example.com#',
    'https://ada@example.com',
    "https://example.com;'self'",
    'https://exa_mple.com',
    'https://example.com https://example.org',
    "https://a.example; script-src 'unsafe-inline'",
  ])('cannot be %j', (text) => {
    expect(readOrigin(text)).toBeNull()
  })
})

describe('the allowed sites', () => {
  it.each([
    ['example.com', ['https://example.com', 'https://www.example.com']],
    ['https://www.example.com/shop?a=1', ['https://www.example.com', 'https://example.com']],
    ['http://example.com', ['https://example.com', 'https://www.example.com']],
    ['http://localhost:8080', ['http://localhost:8080']],
    ['https://127.0.0.1', ['https://127.0.0.1']],
    [null, []],
  ])('are those of the address %s if none are set', (address, sites) => {
    expect(listAllowedOrigins({ allowedOrigins: [] }, address)).toEqual(sites)
  })

  it('are those that are set, whatever the address is', () => {
    expect(listAllowedOrigins({ allowedOrigins: ['https://example.org'] }, 'example.com')).toEqual(['https://example.org'])
  })

  it.each([
    ['https://example.com', true],
    ['https://a.example.org', true],
    ['https://a.b.example.org', true],
    ['https://example.org', false],
    ['https://evilexample.org', false],
    ['http://a.example.org', false],
    ['https://a.example.org:8443', false],
    ['https://example.com.evil.test', false],
    ['null', false],
  ])('contain %s: %s', (origin, isAllowed) => {
    expect(isAllowedOrigin(['https://example.com', 'https://*.example.org'], origin)).toBe(isAllowed)
  })
})
