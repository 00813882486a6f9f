/** Reads the files of a build, with the compressed copies that the build has made. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { staticResponse, type StaticResponse } from '#platform/http/static-response.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
}

/**
 * Returns the responses by path, such as `/assets/frame-1a2b.js`; empty without a build. Files in `assets/` have names that change with
 * their content.
 */
export async function readBuiltFiles(
  directory: string,
  getHeaders: (path: string) => Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, StaticResponse>> {
  const names = await readdir(directory, { recursive: true, encoding: 'utf8' }).catch(() => [])
  const shown = names.filter((name) => /\.\w+$/.test(name) && !/\.(br|gz)$/.test(name) && !/(^|[\\/])\./.test(name))
  const responses = shown.map(async (name): Promise<[string, StaticResponse]> => {
    const path = `/${name.replaceAll('\\', '/')}`
    const file = join(directory, name)
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    const response = staticResponse(type, await readFile(file), {
      headers: getHeaders(path),
      cache: path.startsWith('/assets/') ? 'immutable' : 'revalidate',
    })
    for (const [coding, ending] of [['br', 'br'] as const, ['gzip', 'gz'] as const]) {
      const bytes = await readFile(`${file}.${ending}`).catch(() => null)
      if (bytes) response.compressed.set(coding, Promise.resolve(bytes))
    }
    return [path, response]
  })
  return new Map(await Promise.all(responses))
}
