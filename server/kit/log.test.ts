import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { createLogLines } from './log-lines.ts'

function logged(format?: (line: string) => string): { lines: string[]; log: ReturnType<typeof createLog>['log'] } {
  const lines: string[] = []
  return { lines, log: createLog('info', { write: (line) => lines.push(line), flushSync: () => {} }, format).log }
}

describe('log lines', () => {
  it('are JSON for programs, without credentials', () => {
    const { lines, log } = logged()
    log.info({ path: '/x', note: 'svck_abcdefghijkl' }, 'request')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', path: '/x', note: 'svck_[redacted]', msg: 'request' })
  })
  it('are one short line each on a terminal, without credentials either', () => {
    const { lines, log } = logged(createLogLines(false))
    log.info({ requestId: 'r1', method: 'GET', route: 'listThreads', path: '/api/v1/threads', status: 200, ms: 1.5, ip: '::1' }, 'request')
    log.warn({ error: new Error('gone: whsec_abcdefghijkl'), requestId: 'r2' }, 'request failed')
    expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/v1\/threads 200 1\.5 ms\n$/)
    expect(lines[1]).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: request failed \(request r2\)/)
    expect(lines.join('')).not.toContain('whsec_abc')
  })
})
