/** Stored API descriptions in `docs/openapi-history/`: one for each released version, as compressed JSON without whitespace. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { OpenapiDocument } from '#platform/openapi/types.ts'

const folder = new URL('../docs/openapi-history/', import.meta.url)
const ending = '.json.br'

/** Returns the versions that have a description, oldest first. */
export function filedVersions(): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending))
  return names.map((name) => name.slice(0, -ending.length)).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export function readFiledDescription(version: string): OpenapiDocument {
  const bytes = brotliDecompressSync(readFileSync(getFile(version)))
  // Safe because only `fileDescription` writes these files.
  return JSON.parse(bytes.toString('utf8')) as OpenapiDocument
}

/** Stores a description. Returns false if its version is stored with different content. */
export function fileDescription(document: OpenapiDocument): boolean {
  const { version } = document.info
  if (existsSync(getFile(version))) return isDeepStrictEqual(getContract(readFiledDescription(version)), getContract(document))
  const bytes = Buffer.from(JSON.stringify(document))
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(getFile(version), brotliCompressSync(bytes, { params }))
  return true
}

/** Removes the product's version, which changes independently and is not part of the contract. */
export function getContract({ info, ...document }: OpenapiDocument): object {
  const { 'x-platform-version': _, ...contract } = info
  return { ...document, info: contract }
}

function getFile(version: string): URL {
  return new URL(`${version}${ending}`, folder)
}
