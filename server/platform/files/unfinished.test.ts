/** Tests how the free space is checked before a file is received. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { storageFull } from './errors.ts'
import { UnfinishedFiles } from './unfinished.ts'

it('files of unknown size share a check of the free space while there is enough', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'skein-files-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await mkdir(join(directory, 'unfinished'), { recursive: true })
  let [free, checks] = [1_000, 0]
  const files = new UnfinishedFiles(directory, 500, async () => {
    checks++
    return free
  })
  const receive = async (expectedBytes: number): Promise<void> =>
    (await files.receive(Readable.from([Buffer.from('a')]), 100, expectedBytes)).discard()
  free = 499
  for (let n = 0; n < 2; n++) await expect(receive(0)).rejects.toMatchObject({ declaration: storageFull })
  expect(checks).toBe(2)
  free = 1_000
  for (let n = 0; n < 20; n++) await receive(0)
  expect(checks - 2, 'a check for each quarter of a second').toBeLessThan(20)
  const before = checks
  await receive(1)
  expect(checks).toBe(before + 1)
})
