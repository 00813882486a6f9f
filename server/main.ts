#!/usr/bin/env node
/** Starts the service, or a command for operators. `node server/main.ts --help` lists them. */
import * as nodeModule from 'node:module'
import { join } from 'node:path'

// The npm package can be run with an older Node. Without this check, that would end with an error about a missing export.
if (!('enableCompileCache' in nodeModule)) {
  process.stderr.write(`Skein needs Node 24, not ${process.version}. npm installs it beside the package: node_modules/.bin/node\n`)
  process.exit(1)
}

// Caches compiled code, which makes the next start a third faster. The cache is beside the packages, where only users who may change the
// program can write; without write access the process runs without a cache. All other modules are imported below, because the cache does
// not apply to modules loaded earlier. The scripts in package.json set NODE_COMPILE_CACHE to the same directory, so that this file is
// cached too.
nodeModule.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/skein'))

const { runProcess } = await import('./commands/run-process.ts')
process.exit(await runProcess())
