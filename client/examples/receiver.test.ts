import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { newWebhookSecret, webhookHeaders } from '../../server/platform/outbound/sign-webhook.ts'
import { findFreePort } from '../../test/support/free-port.ts'

test('the example handles a delivery once, ignores duplicates, and refuses forgeries', async () => {
  const secret = newWebhookSecret()
  const port = await findFreePort()
  const receiver = spawn(process.execPath, [new URL('receiver.ts', import.meta.url).pathname], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let output = ''
    receiver.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await once(receiver.stdout, 'data')
    const body = '{"id":"evt_1","type":"thread.created","subject":"Größe"}'
    const headers = webhookHeaders({ id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body, secrets: [secret] })
    const send = async (sent: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status
    expect([await send(`${body} `), await send(body), await send(body)]).toEqual([400, 204, 204])
    expect(output).toBe('listening\nthread.created evt_1\n')
  } finally {
    receiver.kill()
    await once(receiver, 'exit')
  }
})
