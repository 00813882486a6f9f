/**
 * G20: a backup of a service under load holds every write that was acknowledged before it began, agrees with itself, and works
 * elsewhere: keys open, webhooks sign, retries are known. A backup that is killed leaves no file of that name, a restore that is
 * killed nothing in the database.
 */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openClient, type Client } from './client.ts'
import { isSuccess, settlingAnswers, type Operation } from './ledger.ts'
import { registerHook } from './operator.ts'
import { Receiver } from './receiver.ts'
import { PromisesBroken, Scene, type Torture, type Verified } from './scene.ts'
import { Service } from './service.ts'

const retriesTried = 20
const deliveryMsMax = 30_000

/** Throws an Error that explains what was broken; returns what happened. */
export const backupRestore: Torture = ({ rounds, ...options }) =>
  Scene.play(`backup under load, ${rounds} rounds`, options, async (scene) => {
    const receiver = await Receiver.prepare(scene.service, scene.random.fork('receiver'))
    await registerHook(scene, scene.tenants[0], receiver, 'created', ['thread.created'])
    try {
      await receiver.start()
      for (let round = 1; round <= rounds; round++) await playRound(scene, receiver, round)
    } finally {
      await receiver.end()
    }
  })

async function playRound(scene: Scene, receiver: Receiver, round: number): Promise<void> {
  const { service, random, ledger } = scene
  scene.startWriters()
  await sleep(random.between(500, 1_500))
  const file = join(service.dataDir, `round-${round}.gz`)
  const killedAfterMs = await killBackup(scene, file)
  const heard = scene.heard()
  const known = [...ledger.operations].filter(isKnown)
  const begunAt = ledger.now()
  await succeed(service, ['backup', '--to', file, '--json'])
  const backupMs = Math.round(ledger.now() - begunAt)
  await scene.stopWriters()
  const meanwhile = ledger.operations
    .flatMap(({ attempts }) => attempts)
    .filter(({ sentAt }) => sentAt > begunAt && sentAt < begunAt + backupMs)
  if (meanwhile.length === 0) throw new Error(`Nothing was written during the backup of round ${round}: this proved nothing.`)

  const elsewhere = await Service.prepare({ empty: true })
  const client = openClient(elsewhere.port, 16)
  try {
    const killed = await elsewhere.run(['restore', '--from', file], random.between(300, 3_000))
    const begunRestoreAt = performance.now()
    // The one that was killed may have been through with it.
    if (killed.code === 'SIGKILL') await restoreAfterKill(elsewhere, file)
    const restoreMs = Math.round(performance.now() - begunRestoreAt)
    await elsewhere.start()
    await scene.verify(`in what was restored in round ${round}`, { api: true, at: { service: elsewhere, client }, heard })
    const replayed = await retry(scene, client, known)
    await deliver({ service: elsewhere, client }, receiver)
    scene.say(
      `round ${round}: a backup killed after ${killedAfterMs} ms, one made in ${backupMs} ms beside ${meanwhile.length} requests, a restore ${killed.code === 'SIGKILL' ? 'killed, another' : 'not killed in time, none'} in ${restoreMs} ms, ${replayed} retries replayed; ${scene.summary()}`,
    )
  } catch (error) {
    if (error instanceof PromisesBroken) throw new PromisesBroken(`${error.message}\nWhat was restored: ${elsewhere.logTail()}`)
    throw error
  } finally {
    client.close()
    await elsewhere.remove()
  }
}

/** A backup that has not come to its end must not be there. */
async function killBackup({ service, random }: Scene, file: string): Promise<number> {
  const ms = random.between(100, 900)
  const { code } = await service.run(['backup', '--to', file], ms)
  if (code === 'SIGKILL' && existsSync(file)) {
    // It was killed after its last step; then the file is whole, which the restore of the next one cannot show.
    const again = await Service.prepare({ empty: true })
    try {
      await succeed(again, ['restore', '--from', file])
    } finally {
      await again.remove()
    }
  }
  return ms
}

/** Whole or not at all: the database is empty after a kill, or has everything. */
async function restoreAfterKill(elsewhere: Service, file: string): Promise<void> {
  const { code, stderr } = await elsewhere.run(['restore', '--from', file])
  const wasThrough = code === 1 && stderr.includes('The database is not empty')
  if (code !== 0 && !wasThrough) throw new PromisesBroken(`A restore after one that was killed ended with ${code}: ${stderr}`)
}

async function succeed(service: Service, args: readonly string[]): Promise<void> {
  const { code, stderr } = await service.run(args)
  if (code !== 0) throw new PromisesBroken(`${args.join(' ')} ended with ${code}: ${stderr}\n${(await readdir(service.dataDir)).join(' ')}`)
}

function isKnown(operation: Operation): boolean {
  return operation.idempotencyKey !== null && settlingAnswers(operation).some(({ answer }) => isSuccess(answer))
}

/** Retries of what was acknowledged before the backup get the same answer from what was restored. Returns how many were tried. */
async function retry({ tenants, random }: Scene, client: Client, known: readonly Operation[]): Promise<number> {
  const [first, ...others] = known
  if (first === undefined) throw new Error('Nothing was acknowledged before the backup: this proved nothing.')
  const tried = Array.from({ length: retriesTried }, () => random.pick([first, ...others]))
  for (const operation of tried) {
    const { method, path, body, idempotencyKey, tenantId } = operation
    const key = tenants.find((tenant) => tenant.tenantId === tenantId)?.key ?? ''
    const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': idempotencyKey ?? '' }
    const { outcome } = await client.send({ method, path, body, headers })
    const expected = settlingAnswers(operation)[0]?.answer.text
    if (outcome.kind !== 'answered' || !outcome.replayed || outcome.text !== expected)
      throw new PromisesBroken(`A retry of ${operation.id} got ${JSON.stringify(outcome)} instead of the first answer again: ${expected}`)
  }
  return tried.length
}

/** A worker of what was restored delivers what was pending, signed with the webhook's secret: its receiver finds it genuine. */
async function deliver({ service }: Verified, receiver: Receiver): Promise<void> {
  const before = receiver.journal().length
  const worker = await service.startWorker()
  try {
    for (const deadline = Date.now() + deliveryMsMax; ; await sleep(20)) {
      const came = receiver.journal().slice(before)
      const refused = came.find(({ verdict }) => verdict !== 'accepted' && verdict !== 'busy')
      if (refused) throw new PromisesBroken(`The receiver had to refuse a delivery of what was restored: ${refused.verdict}`)
      if (came.some(({ verdict }) => verdict === 'accepted')) return
      if (Date.now() > deadline) throw new PromisesBroken(`Nothing was delivered in ${deliveryMsMax / 1000} s: ${service.logTail()}`)
    }
  } finally {
    worker.kill('SIGKILL')
  }
}
