/** The entry point: the service, and the commands for operators. `node server/main.ts --help` lists them. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled code is cached for the next start, which then takes two thirds of the time. The cache is stored beside the packages, where only
// users who may change the program can write; if the process cannot write there, it runs without a cache. Everything else is imported
// after this line, because it has no effect on what was loaded before. The scripts of package.json name the same directory in
// NODE_COMPILE_CACHE, which has this file cached as well.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/skein'))

const { runProcess } = await import('./commands/run-process.ts')
process.exit(await runProcess())
