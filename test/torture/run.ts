/**
 * `npm run torture`: the long forms of the crash tests. `npm run torture -- service --rounds 500 --seed 42` runs one of them with the
 * choices of an earlier run.
 */
import { parseArgs } from 'node:util'
import { backupRestore } from './backup-restore.ts'
import { killDatabase } from './kill-database.ts'
import { killFiles } from './kill-files.ts'
import { killHook } from './kill-hook.ts'
import { killImap } from './kill-imap.ts'
import { killItems } from './kill-items.ts'
import { killMails } from './kill-mails.ts'
import { killReaders } from './kill-readers.ts'
import { killReceiver } from './kill-receiver.ts'
import { killRules } from './kill-rules.ts'
import { killTelegram } from './kill-telegram.ts'
import { killService } from './kill-service.ts'
import { getSeed } from './random.ts'
import type { CrashTestOptions } from './crash-test.ts'
import { stopService } from './stop-service.ts'

type Run = (options: CrashTestOptions & { rounds: number }) => Promise<{ summary(): string }>

const tortures: Readonly<Record<string, { run: Run; rounds: number }>> = {
  service: { run: killService, rounds: 100 },
  database: { run: killDatabase, rounds: 50 },
  stop: { run: stopService, rounds: 20 },
  backup: { run: backupRestore, rounds: 10 },
  webhooks: { run: killReceiver, rounds: 10 },
  readers: { run: killReaders, rounds: 60 },
  rules: { run: killRules, rounds: 40 },
  files: { run: killFiles, rounds: 30 },
  mails: { run: killMails, rounds: 100 },
  hook: { run: killHook, rounds: 100 },
  telegram: { run: killTelegram, rounds: 100 },
  items: { run: killItems, rounds: 100 },
  imap: { run: killImap, rounds: 5 },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
})
const all = Object.keys(tortures)
if (values.help) {
  console.log(`npm run torture -- [NAME…] [--rounds N] [--seed N]\n\nNames: ${all.join(', ')}; all of them without a name.`)
  process.exit()
}
const seed = getSeed(values.seed)
const failed: string[] = []
for (const name of positionals.length > 0 ? positionals : all) {
  const torture = tortures[name]
  if (!torture) throw new Error(`There is no torture "${name}": choose from ${all.join(', ')}.`)
  console.log(`${name}: seed ${seed}`)
  const begunAt = performance.now()
  try {
    const crashTest = await torture.run({ rounds: Number(values.rounds ?? torture.rounds), seed, log: (line) => console.log(line) })
    console.log(`${name}: every guarantee held, ${Math.round((performance.now() - begunAt) / 1000)} s; ${crashTest.summary()}`)
  } catch (error) {
    failed.push(name)
    console.error(error)
  }
}
if (failed.length > 0) {
  console.error(`Guarantees were broken in: ${failed.join(', ')}`)
  process.exitCode = 1
}
