#!/usr/bin/env node
/** The entry point: the service, and the commands for operators. `node server/main.ts --help` lists them. */
import * as nodeModule from 'node:module'
import { join } from 'node:path'

// The npm package can be run with an older Node. Without this check, that would end with an error about a missing export.
if (!('enableCompileCache' in nodeModule)) {
  process.stderr.write(`Skein needs Node 24, not ${process.version}. npm installs it beside the package: node_modules/.bin/node\n`)
  process.exit(1)
}

// Caches compiled code, which cuts the time of the next start by a third. The cache is beside the packages, where only users who may
// change the program can write; without write access the process runs without a cache. All other modules are imported below, because the
// cache does not apply to modules that are already loaded. The scripts in package.json set NODE_COMPILE_CACHE to the same directory, so
// that this file is cached too.
nodeModule.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/skein'))

const { runProcess } = await import('./commands/run-process.ts')
process.exit(await runProcess())
