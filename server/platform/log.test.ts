import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { createLogLines } from './log-lines.ts'

function logged(format?: (line: string) => string): { lines: string[]; log: ReturnType<typeof createLog>['log'] } {
  const lines: string[] = []
  return { lines, log: createLog('info', { write: (line) => lines.push(line), flushSync: () => {} }, format).log }
}

describe('log lines', () => {
  it('are JSON by default, without credentials', () => {
    const { lines, log } = logged()
    log.info({ path: '/x', note: 'svck_abcdefghijkl' }, 'request')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', path: '/x', note: 'svck_[redacted]', msg: 'request' })
  })
  it('are short on a terminal, also without credentials', () => {
    const { lines, log } = logged(createLogLines(false))
    log.info({ requestId: 'r1', method: 'GET', route: 'listThreads', path: '/api/v1/threads', status: 200, ms: 1.5, ip: '::1' }, 'request')
    log.warn({ error: new Error('gone: whsec_abcdefghijkl'), requestId: 'r2' }, 'request failed')
    expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/v1\/threads 200 1\.5 ms\n$/)
    expect(lines[1]).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: request failed \(request r2\)/)
    expect(lines.join('')).not.toContain('whsec_abc')
  })
})

describe('a credential in a URL', () => {
  const secret = 'abcDEF123456ghiJKL'
  const hex = (text: string, of: RegExp): string => text.replaceAll(of, (c) => `%${c.charCodeAt(0).toString(16)}`)
  const often = (text: string, times: number): string => (times === 0 ? text : often(text.replaceAll('%', '%25'), times - 1))
  const written = ['svck_', 'whsec_'].flatMap((prefix) => {
    const key = prefix + secret
    const once = [
      hex(key, /./g),
      hex(key, /_/g),
      hex(key, /^./g),
      hex(key, /[a-z]/g),
      hex(key, /\d/g),
      hex(key, /.(?=.{8}$)/g),
      hex(key, /./g).toUpperCase(),
    ]
    const deep = once.flatMap((text) => [1, 2, 3, 9, 30].map((times) => often(text, times)))
    return [[key], once, deep, [hex(hex(key, /./g), /./g), key.replaceAll('_', '%u005f')]].flat()
  })
  it.each(written)('is not logged, written as %s', (text) => {
    const { lines, log } = logged()
    log.info({ path: `/api/v1/nothing/${text}`, status: 404 }, 'request')
    log.info(`asked for /api/v1/nothing/${text}?a=b`)
    log.error({ error: new Error(`cannot read "${text}"`) }, 'failed')
    for (let line of lines) {
      expect(JSON.parse(line), 'is still JSON').toBeTruthy()
      for (let times = 0; times < 40; times++) {
        expect(line).not.toMatch(/abcDEF|123456|ghiJKL/)
        line = line.replaceAll(/%(?:u00)?([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      }
    }
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ status: 404, msg: 'request' })
  })
  it('is the only part of a line that is removed', () => {
    const { lines, log } = logged()
    for (const path of ['/api/v1/threads/a%20b', '/100%', '/%25', '/%2525', '/svck', '/a%2Fb%2Fsvck_ab', '/caf%C3%A9']) {
      log.info({ path }, 'request')
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ path })
    }
  })
  it('is removed quickly from a long line', () => {
    const { log } = logged()
    const tookMs = [1, 2, 3].map(() => {
      const begunAt = performance.now()
      for (const text of ['%'.repeat(8_000), '%25'.repeat(2_700), `${'x'.repeat(8_000)} %`, `%${'25'.repeat(4_000)}`, '%73'.repeat(2_700)])
        log.info({ path: text }, 'request')
      return performance.now() - begunAt
    })
    expect(Math.min(...tookMs)).toBeLessThan(250)
  })
})
