/**
 * G1: no acknowledged write is lost, none happens twice, though the service is killed at any moment.
 *
 * Its PostgreSQL is orphaned then and adopted by the next start; sometimes it is killed too, a moment before or after;
 * sometimes the next start is killed in its turn.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Scene, type Torture } from './scene.ts'

/** All rows are read again after so many rounds, and at the end. */
const roundsBetweenChecks = 10

/** Throws an Error that explains what was broken; returns what happened. */
export const killService: Torture = ({ rounds, ...options }) =>
  Scene.play(`kill -9 of the service, ${rounds} rounds`, options, async (scene) => {
    scene.startWriters()
    for (let round = 1; round <= rounds; round++) {
      await sleep(scene.random.between(50, 900))
      const how = await killSomehow(scene)
      const begunAt = performance.now()
      await scene.service.start()
      scene.say(`round ${round}: ${how}; back after ${Math.round(performance.now() - begunAt)} ms; ${scene.summary()}`)
      if (round % roundsBetweenChecks === 0) await scene.verify(`after round ${round} (${how})`)
    }
    if (scene.lost() < rounds / 2) throw new Error(`Only ${scene.lost()} requests were cut off in ${rounds} rounds: this proved nothing.`)
  })

async function killSomehow({ service, random }: Scene): Promise<string> {
  const how = random.pick(['service', 'service', 'service', 'database first', 'database after', 'start, too'])
  if (how === 'database first') {
    service.killDatabase()
    await sleep(random.between(0, 30))
  }
  await service.kill()
  if (how === 'database after') service.killDatabase()
  if (how === 'start, too') {
    await service.launch()
    await sleep(random.between(0, 700))
    await service.kill()
  }
  return `killed ${how}`
}
