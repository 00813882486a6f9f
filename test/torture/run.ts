/** `npm run torture`: the long forms of the crash tests. `npm run torture -- service --rounds 500 --seed 42` runs one of them, with the choices of an earlier run. */
import { parseArgs } from 'node:util'
import { backupRestore } from './backup-restore.ts'
import { killDatabase } from './kill-database.ts'
import { killReceiver } from './kill-receiver.ts'
import { killService } from './kill-service.ts'
import { seedOf } from './random.ts'
import type { Torture } from './scene.ts'
import { stopService } from './stop-service.ts'

const tortures: Readonly<Record<string, { run: Torture; rounds: number }>> = {
  service: { run: killService, rounds: 100 },
  database: { run: killDatabase, rounds: 50 },
  stop: { run: stopService, rounds: 20 },
  backup: { run: backupRestore, rounds: 10 },
  webhooks: { run: killReceiver, rounds: 10 },
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string' }, seed: { type: 'string' } } })
const seed = seedOf(values.seed)
for (const name of positionals.length > 0 ? positionals : Object.keys(tortures)) {
  const torture = tortures[name]
  if (!torture) throw new Error(`There is no torture "${name}": choose of ${Object.keys(tortures).join(', ')}.`)
  console.log(`${name}: seed ${seed}`)
  const begunAt = performance.now()
  const scene = await torture.run({ rounds: Number(values.rounds ?? torture.rounds), seed, say: (line) => console.log(line) })
  console.log(`${name}: every promise kept, ${Math.round((performance.now() - begunAt) / 1000)} s; ${scene.summary()}`)
}
