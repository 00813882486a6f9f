/**
 * G20: a backup of a service under load contains every write that was acknowledged before it started, is consistent, and works on another
 * machine: keys and webhook secrets are valid, and retries are recognised. A killed backup leaves no file of that name, a killed restore
 * leaves an empty database.
 */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/job-fixture.ts'
import { openClient, type Client } from './client.ts'
import { isSuccess, finalResponses, type Operation } from './ledger.ts'
import { registerHook } from './operator.ts'
import { Receiver } from './receiver.ts'
import { CrashTest, type Torture, type Verified } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { Service } from './service.ts'

const retriesTried = 20
const maxDeliveryMs = 120_000

/** Runs the test. Returns a summary, or throws an Error that describes the violation. */
export const backupRestore: Torture = ({ rounds, ...options }) =>
  CrashTest.run(`backup under load, ${rounds} rounds`, options, async (crashTest) => {
    const receiver = await Receiver.prepare(crashTest.service, crashTest.random.fork('receiver'))
    await registerHook(crashTest, crashTest.tenants[0], receiver, 'created', ['thread.created'])
    try {
      await receiver.start()
      for (let round = 1; round <= rounds; round++) await runRound(crashTest, receiver, round)
    } finally {
      await receiver.end()
    }
  })

async function runRound(crashTest: CrashTest, receiver: Receiver, round: number): Promise<void> {
  const { service, random, ledger } = crashTest
  crashTest.startWriters()
  await sleep(random.between(500, 1_500))
  // On a busy machine the first responses take longer.
  await until(() => ledger.operations.some(isKnown), maxDeliveryMs)
  const file = join(service.dataDir, `round-${round}.gz`)
  const killedAfterMs = await killBackup(crashTest, file)
  const outcomes = crashTest.outcomes()
  const known = [...ledger.operations].filter(isKnown)
  const begunAt = ledger.now()
  await succeed(service, ['backup', '--to', file, '--json'])
  const backupMs = Math.round(ledger.now() - begunAt)
  await crashTest.stopWriters()
  const meanwhile = ledger.operations
    .flatMap(({ attempts }) => attempts)
    .filter(({ sentAt }) => sentAt > begunAt && sentAt < begunAt + backupMs)
  if (meanwhile.length === 0) throw new Error(`No write happened during the backup of round ${round}, so the round proved nothing.`)

  const elsewhere = await Service.prepare({ empty: true })
  const client = openClient(elsewhere.port, 16)
  try {
    const killed = await elsewhere.run(['restore', '--from', file], random.between(300, 3_000))
    const begunRestoreAt = performance.now()
    // The killed restore may have been complete.
    if (killed.code === 'SIGKILL') await restoreAfterKill(elsewhere, file)
    const restoreMs = Math.round(performance.now() - begunRestoreAt)
    await elsewhere.start()
    await crashTest.verify(`in what was restored in round ${round}`, { api: true, at: { service: elsewhere, client }, outcomes })
    const replayed = await retry(crashTest, client, known)
    await deliver({ service: elsewhere, client }, receiver)
    crashTest.log(
      `round ${round}: a backup killed after ${killedAfterMs} ms, one made in ${backupMs} ms beside ${meanwhile.length} requests, a restore ${killed.code === 'SIGKILL' ? 'killed, another' : 'not killed in time, none'} in ${restoreMs} ms, ${replayed} retries replayed; ${crashTest.summary()}`,
    )
  } catch (error) {
    if (error instanceof GuaranteeBroken) throw new GuaranteeBroken(`${error.message}\nWhat was restored: ${elsewhere.logTail()}`)
    throw error
  } finally {
    client.close()
    await elsewhere.remove()
  }
}

/** Kills a backup. It must leave no file, unless it was complete. */
async function killBackup({ service, random }: CrashTest, file: string): Promise<number> {
  const ms = random.between(100, 900)
  const { code } = await service.run(['backup', '--to', file], ms)
  if (code === 'SIGKILL' && existsSync(file)) {
    // The backup was killed after its last step, so the file must be complete. The restore in this round uses another file.
    const again = await Service.prepare({ empty: true })
    try {
      await succeed(again, ['restore', '--from', file])
    } finally {
      await again.remove()
    }
  }
  return ms
}

/** Checks that the database is empty or complete after a killed restore. */
async function restoreAfterKill(elsewhere: Service, file: string): Promise<void> {
  const { code, stderr } = await elsewhere.run(['restore', '--from', file])
  const wasComplete = code === 1 && stderr.includes('The database is not empty')
  if (code !== 0 && !wasComplete) throw new GuaranteeBroken(`A restore after one that was killed ended with ${code}: ${stderr}`)
}

async function succeed(service: Service, args: readonly string[]): Promise<void> {
  const { code, stderr } = await service.run(args)
  if (code !== 0)
    throw new GuaranteeBroken(`${args.join(' ')} ended with ${code}: ${stderr}\n${(await readdir(service.dataDir)).join(' ')}`)
}

function isKnown(operation: Operation): boolean {
  return operation.idempotencyKey !== null && finalResponses(operation).some(({ answer }) => isSuccess(answer))
}

/**
 * Retries requests that were acknowledged before the backup. The restored service must return the same responses. Returns the number of
 * retries.
 */
async function retry({ tenants, random }: CrashTest, client: Client, known: readonly Operation[]): Promise<number> {
  const [first, ...others] = known
  if (first === undefined) throw new Error('No write was acknowledged before the backup, so the test proved nothing.')
  const tried = Array.from({ length: retriesTried }, () => random.pick([first, ...others]))
  for (const operation of tried) {
    const { method, path, body, idempotencyKey, tenantId } = operation
    const key = tenants.find((tenant) => tenant.tenantId === tenantId)?.key ?? ''
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKey ?? '' }
    const { outcome } = await client.send({ method, path, body, headers })
    const expected = finalResponses(operation)[0]?.answer.text
    if (outcome.kind !== 'answered' || !outcome.replayed || outcome.text !== expected)
      throw new GuaranteeBroken(`A retry of ${operation.id} got ${JSON.stringify(outcome)} instead of the first answer again: ${expected}`)
  }
  return tried.length
}

/** Runs a worker on the restored database. It must send the pending deliveries with signatures that the receiver accepts. */
async function deliver({ service }: Verified, receiver: Receiver): Promise<void> {
  const before = receiver.journal().length
  const worker = await service.startWorker()
  try {
    for (const deadline = Date.now() + maxDeliveryMs; ; await sleep(20)) {
      const came = receiver.journal().slice(before)
      const refused = came.find(({ verdict }) => verdict !== 'accepted' && verdict !== 'busy')
      if (refused) throw new GuaranteeBroken(`The receiver had to refuse a delivery of what was restored: ${refused.verdict}`)
      if (came.some(({ verdict }) => verdict === 'accepted')) return
      if (Date.now() > deadline) throw new GuaranteeBroken(`Nothing was delivered in ${maxDeliveryMs / 1000} s: ${service.logTail()}`)
    }
  } finally {
    worker.kill('SIGKILL')
  }
}
