/** UPLOAD: a file of 25 MiB through `POST /uploads`, checked and flushed to disk, compared with a plain copy of a file of that size. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, fsyncSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { removeDataset } from './kit/dataset.ts'
import { alternate, median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { startService } from './kit/service.ts'

const fileBytes = 26_214_400
/** Uploads of a round, one after another. */
const filesOfRound = 4
/** The copy is flushed to disk, too. The difference is the network, the form, the checksum and the database. */
const goal = 10

export const uploadClaim: Claim = {
  ids: ['UPLOAD'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const dataDir = join(options.dataRoot, 'upload')
    await removeDataset(dataDir)
    const service = await startService(options, dataDir)
    const file = randomBytes(fileBytes)
    // The form is built once, so that the sender itself uses little CPU.
    const form = Buffer.concat([
      Buffer.from('--boundary\r\nContent-Disposition: form-data; name="file"; filename="random.bin"\r\n\r\n'),
      file,
      Buffer.from('\r\n--boundary--\r\n'),
    ])
    const [source, copy] = [join(dataDir, 'source.bin'), join(dataDir, 'copy.bin')]
    writeFileSync(source, file)
    const authorization = `Bearer ${readFileSync(join(dataDir, 'first-key'), 'utf8').trim()}`
    const memory: number[] = []
    const upload = async (): Promise<void> => {
      const status = await send(`${service.url}/api/v1/uploads`, authorization, form)
      if (status !== 201) throw new Error(`Uploading answered ${status}`)
      memory.push(residentBytes(service.pid))
    }
    const copyThrough = (): void => {
      copyFileSync(source, copy)
      const opened = openSync(copy, 'r+')
      fsyncSync(opened)
      closeSync(opened)
      rmSync(copy)
    }
    const measureMs = async (what: string, work: () => Promise<void> | void): Promise<number> => {
      const startedAt = performance.now()
      for (let i = 0; i < filesOfRound; i++) await work()
      const ms = (performance.now() - startedAt) / filesOfRound
      note(`UPLOAD ${what}: ${milliseconds(ms)} a file`)
      return ms
    }
    try {
      const before = residentBytes(service.pid)
      await upload()
      const { floor, ours } = await alternate(
        options.rounds,
        () => measureMs('copy', copyThrough),
        () => measureMs('upload', upload),
      )
      const ratio = median(ours) / median(floor)
      const grown = Math.round((Math.max(...memory) - before) / 1_048_576)
      const row = {
        claim: 'UPLOAD',
        work: 'a file of 25 MiB by POST /uploads',
        floor: milliseconds(median(floor)),
        ours: milliseconds(median(ours)),
        ratio,
        goal: `≤ ${goal}`,
        met: ratio <= goal,
      }
      return {
        rows: [row],
        cpu: [],
        conditions: [
          `UPLOAD: floor: copying such a file and writing it through to the same disk; the service’s process grew by at most ${grown} MiB over ${memory.length} uploads`,
        ],
      }
    } finally {
      await service.stop()
      await removeDataset(dataDir)
    }
  },
}

function send(url: string, authorization: string, form: Buffer): Promise<number> {
  const headers = { authorization, 'content-type': 'multipart/form-data; boundary=boundary', 'content-length': form.length }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(form)
  })
}

const milliseconds = (ms: number): string => `${ms.toFixed(1)} ms`

/** Returns the resident memory of a process, or 0 where the system does not report it. */
function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
