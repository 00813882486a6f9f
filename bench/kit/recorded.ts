/** Records the statements that a request runs in its transaction. The handler itself runs them, in a transaction that is rolled back. */
import type { AddressInfo } from 'node:net'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Database, Queryable, Statement } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { send, type Sent } from './send.ts'

type Recorded = { statement: Statement<object, unknown>; params: object }
/** Statements of a request's transaction, in order. */
export type Recording = readonly Recorded[]

export type Recorder = { record(request: Sent): Promise<Recording>; close(): Promise<void> }

class TakenBack extends Error {}

/** Starts a recorder. `db` must have more than one connection. */
export async function startRecorder(dataDir: string, db: Database): Promise<Recorder> {
  let heard: Recorded[] = []
  const getRecording = (of: Queryable): Queryable => ({
    isCluster: of.isCluster,
    together: (tenantId, work) => of.together(tenantId, (one) => work(getRecording(one))),
    script: (text) => of.script(text),
    rows: (statement, params) => {
      // Safe because it is run again with the same parameters.
      heard.push({ statement: statement as Recorded['statement'], params })
      return of.rows(statement, params)
    },
    async first(statement, params) {
      return (await this.rows(statement, params))[0] ?? null
    },
  })
  const transaction: Database['transaction'] = (work) =>
    db.transaction(async (tx) => {
      await work(getRecording(tx))
      throw new TakenBack('This transaction was only to be heard')
    })
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_IP_PER_MINUTE: '1000000000', RATE_LIMIT_TENANT_PER_MINUTE: '1000000000' })
  const app = createApp(config, { ...db, transaction }, createLog('silent').log)
  await app.ready()
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve))
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    async record(request) {
      heard = []
      const { status, text } = await send(url, request)
      if (status !== 500) throw new Error(`${request.path} was refused, or ran no transaction: ${status} ${text}`)
      return heard
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

/** Runs the statements of a recording, and commits. */
export function replay(db: Database, recording: Recording): Promise<void> {
  return db.transaction(async (tx) => {
    for (const { statement, params } of recording) await tx.rows(statement, params)
  })
}
