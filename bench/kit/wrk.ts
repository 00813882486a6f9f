import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connections, type LoadResult, type Template } from './load-shape.ts'

const run = promisify(execFile)
const recordEnd = '\x1e'
const keyMark = '\x1f'

type Result = { requests: number; micros: number; p99Micros: number; refused: number; broken: number }

/** Runs wrk with one thread, which needs a tenth of a core and leaves the rest to the service. */
export async function loadWithWrk(url: string, templates: readonly Template[], seconds: number): Promise<LoadResult> {
  const directory = await mkdtemp(join(tmpdir(), 'skein-bench-'))
  try {
    const file = join(directory, 'requests')
    await writeFile(file, templates.map((template) => rawRequest(url, template) + recordEnd).join(''))
    const script = join(import.meta.dirname, 'wrk.lua')
    const word = `run-${Date.now()}-`
    const { stdout } = await run('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '20s',
      '-s',
      script,
      url,
      '--',
      file,
      word,
    ])
    const text = /^RESULT (.*)$/m.exec(stdout)?.[1]
    if (text === undefined) throw new Error(`wrk printed no result:\n${stdout}`)
    // Safe because wrk.lua writes these fields.
    const { requests, micros, p99Micros, refused, broken } = JSON.parse(text) as Result
    if (refused + broken > 0)
      throw new Error(`Of ${requests} requests, ${refused} failed with an error status and ${broken} with a connection error`)
    return { requests, perSecond: requests / (micros / 1e6), p99Ms: p99Micros / 1000 }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function rawRequest(url: string, { method, path, key, body, idempotent }: Template): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Authorization: Bearer ${key}`]
  if (body !== null) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  if (idempotent) lines.push(`Idempotency-Key: ${keyMark}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}
