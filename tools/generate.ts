/**
 * `npm run generate`: writes the files that are generated from the declarations. `npm run generate -- --release` also stores the
 * description in docs/openapi-history. From then on, changing it requires a new info.version.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { clientFiles } from '../client/generator/client-files.ts'
import type { Described } from '../client/generator/described.ts'
import packageJson from '../package.json' with { type: 'json' }
import { apiDocument, apiVersion } from '../server/web/api-document.ts'
import { declaredErrors } from '#platform/errors.ts'
import { errorDocs } from '#platform/openapi/error-docs.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import { keyboardPages } from './keyboard-tables.ts'
import { tidyLockFile } from './lock-file.ts'
import { fileDescription } from './openapi-history.ts'
import { schemaFile } from './schema-file.ts'
import { modules } from '../server/resources/index.ts'

/** Contents by path, relative to the repository's root. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const document = apiDocument().bytes.toString('utf8')
  return {
    'openapi.json': document,
    // Safe because it is built as an OpenapiDocument, which has every field that the client generator reads.
    ...(await clientFiles(JSON.parse(document) as Described)),
    'migrations/schema.sql': await schemaFile(readFileSync(getFile('migrations/schema.sql'), 'utf8')),
    'package-lock.json': tidyLockFile(readFileSync(getFile('package-lock.json'), 'utf8'), packageJson.engines.node),
    'docs/errors.md': errorDocs(
      modules.flatMap(({ endpoints }) => endpoints),
      declaredErrors(),
    ),
    ...(await keyboardPages()),
  }
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generatedFiles())) write(path, text)
  // Safe because it is built as an OpenapiDocument.
  if (process.argv.includes('--release') && !fileDescription(JSON.parse(apiDocument().bytes.toString('utf8')) as OpenapiDocument)) {
    console.error(`${apiVersion} is filed with a different description: raise apiVersion in server/web/api-document.ts.`)
    process.exitCode = 1
  }
}

function write(path: string, text: string): void {
  writeFileSync(getFile(path), text)
  console.log(path)
}

function getFile(path: string): URL {
  return new URL(`../${path}`, import.meta.url)
}
