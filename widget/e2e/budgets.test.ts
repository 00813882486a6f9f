/** Sizes of what a website's visitors download, compressed. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { builtWidget } from '../../server/web/widget/frame-files.ts'

const kilobyte = 1_024

async function sumBytes(ending: string): Promise<number> {
  const names = (await readdir(join(builtWidget, 'assets'))).filter((name) => name.endsWith(ending))
  expect(names).toHaveLength(1)
  return (await stat(join(builtWidget, 'assets', names[0] ?? ''))).size
}

it('the script of a page has at most 6 KB, and loads no other file', async () => {
  expect((await stat(join(builtWidget, 'skein.js.gz'))).size).toBeLessThanOrEqual(6 * kilobyte)
  const text = await readFile(join(builtWidget, 'skein.js'), 'utf8')
  expect(text).not.toMatch(/\bimport\b|\beval\b|new Function|innerHTML|\.style\b|setAttribute\(.style/)
})
it('the frame has at most 50 KB of scripts and 8 KB of styles', async () => {
  expect(await sumBytes('.js.gz')).toBeLessThanOrEqual(50 * kilobyte)
  expect(await sumBytes('.css.gz')).toBeLessThanOrEqual(8 * kilobyte)
})
it('the client for chats of your own has at most 2 KB', async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, '../../client/visitor.ts'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThanOrEqual(2 * kilobyte)
})
