import { describe, expect, it } from 'vitest'
import { readTarget } from './request-target.ts'

describe('the request target', () => {
  it.each([
    ['/api/v1/threads', '/api/v1/threads', ''],
    ['/%61pi/v1/thread%73?limit=%31', '/api/v1/threads', 'limit=%31'],
    ['/a%2fb/c', '/a%2Fb/c', ''],
    ['/a%252fb', '/a%252fb', ''],
    ['/a%3bb%3dc/%64%2B@', '/a;b=c/d+@', ''],
    ['/a\\b', '/a%5Cb', ''],
    ['/%C3%A9', '/%C3%A9', ''],
    ['//a/./../b/', '//a/./../b/', ''],
    ['/?a?b', '/', 'a?b'],
    ['*', '*', ''],
    ['http://host', '/', ''],
    ['http://host?a', '/', 'a'],
    ['HTTPS://host:1/%61?b', '/a', 'b'],
  ])('%j is %j', (url, path, query) => {
    expect(readTarget(url)).toMatchObject({ path, query })
  })
  it('has one reading: parsing the parsed path again gives the same path', () => {
    for (const url of ['/%61%2F%25%3b%40', "/a!$&'()*+,;=:@", '/a%20b', '/%E2%82%AC', '/%2e%2E/%00']) {
      const { path, segments } = readTarget(url)
      expect(readTarget(path)).toMatchObject({ path, segments })
    }
  })
  it.each([
    '',
    'a',
    '?a',
    '#',
    '/#a',
    '/%',
    '/%z',
    '/%c0%ae',
    '/%ed%a0%80',
    '/?%ff',
    'ftp://a/b',
    'http://',
    'http:///a',
    'http:a',
    '//#',
    '**',
  ])('%j is invalid', (url) => {
    expect(() => readTarget(url)).toThrow(
      expect.objectContaining({ declaration: expect.objectContaining({ code: 'SVC-REQUEST-BAD_URL' }) }),
    )
  })
})
