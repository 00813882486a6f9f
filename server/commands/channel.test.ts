/** The `channel` commands, against a running service. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createSkeinClient, type SkeinClient } from '../../client/index.ts'
import { findFreePort } from '../../test/support/free-port.ts'
import { createTestInstallation, type Ended, type TestInstallation } from '../../test/support/skein-process.ts'

let installation: TestInstallation
let skein: SkeinClient
let env: Record<string, string>
let inboxId: string
beforeAll(async () => {
  installation = await createTestInstallation()
  env = { PORT: String(await findFreePort()), LOG_LEVEL: 'warn' }
  const { url } = await installation.serve(env, ['start'])
  skein = createSkeinClient({ baseUrl: url, apiKey: (await readFile(join(installation.dataDir, 'first-key'), 'utf8')).trim() })
  inboxId = (await skein.createInbox({ body: { name: 'Chat', type: 'SMS', hook: {} } })).data.id
})
afterAll(() => installation.remove())

const getJson = ({ code, stdout, stderr }: Ended): Record<string, unknown> => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}
const run = (...words: string[]): Promise<Ended> => installation.runHere(['channel', ...words], env)
const send = (...words: string[]): Promise<Ended> => run('send', '--inbox', 'Chat', '--from', 'ada-1', ...words)

it('channel send needs an inbox with hook and a secret', async () => {
  expect(await send()).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^The inbox "Chat" has no secret\. Create it with /) })
  expect(await run('send', '--inbox', 'Other', '--from', 'ada-1')).toMatchObject({
    code: 2,
    stderr: `There is no inbox "Other" with \`hook\`. Inboxes with \`hook\`: Chat (${inboxId}).\n`,
  })
  expect(await send('--tenant', 'nobody')).toMatchObject({ code: 2, stderr: 'There is no tenant "nobody".\n' })
  expect(await send('--attach-url', 'no url')).toMatchObject({ code: 2, stderr: '--attach-url: "no url" is not a URL.\n' })
})

it('channel send posts a signed message, which is accepted once', async () => {
  await skein.rotateInboxSecret({ path: { id: inboxId }, body: {} })
  expect(await run('show')).toEqual({ code: 0, stdout: 'There are no replies to your own program.\n', stderr: '' })
  const words = ['--name', 'Ada', '--text', 'It is empty.', '--conversation', 'room-7', '--external-id', 'm-1']
  const sent = await installation.run(['channel', 'send', '--inbox', inboxId, '--from', 'ada-1', ...words, '--json'], env)
  const { itemId } = getJson(sent)
  expect(getJson(sent)).toEqual({ itemId: expect.stringMatching(/^itm_/), externalId: 'm-1', repeated: false })
  expect((await send(...words)).stdout).toBe(`Accepted before, as ${itemId}.\n`)
  await vi.waitFor(
    async () => {
      const { data } = await skein.getInboundItem({ path: { id: String(itemId) } })
      expect(data).toMatchObject({ outcome: 'MESSAGE', from: 'ada-1', externalId: 'm-1' })
    },
    { timeout: 30_000 },
  )
  expect((await skein.listThreads({ query: { inboxId } })).data).toMatchObject([{ subject: 'It is empty.', customer: { name: 'Ada' } }])
  expect(await send('--text', '')).toMatchObject({ code: 0 })
  const { stderr } = await installation.runHere(['channel', 'send', '--inbox', 'Chat', '--from', 'ada-1'], { ...env, PORT: '1' })
  expect(stderr).toMatch(/^No Skein responds at http:\/\/localhost:1\. Start it with: /)
  expect((await send('--from', 'a'.repeat(400))).stderr).toBe(
    'The service refused the message with 400 SVC-HOOK-MALFORMED: data.from.address has more than 320 characters.\n',
  )
})

it('channel show prints replies with their deliveries, and follows changes', async () => {
  const [thread] = (await skein.listThreads({ query: { inboxId } })).data
  const reply = async (body: string): Promise<string> =>
    (await skein.replyToThread({ path: { id: thread?.id ?? '' }, body: { body } })).data.id
  const kept = await reply('We are \x1b[31mlooking into it.')
  const waitForState = (id: string, state: string) =>
    vi.waitFor(async () => expect((await skein.getMessage({ path: { id } })).data.delivery.state).toBe(state), { timeout: 30_000 })
  await waitForState(kept, 'KEPT')
  expect((await run('show')).stdout).toMatch(
    /^Written {3}.*\nInbox {5}Chat\nTo {8}ada-1\nState {5}KEPT\nDelivery {2}dlv_\w{26}\n\nWe are \[31mlooking into it\.\n$/,
  )
  const following = installation.start(['channel', 'show', '--inbox', 'Chat', '--follow', '--json'], env)
  const shown = () =>
    following.output.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { messageId: string; data: { conversationKey: string }; delivery: { state: string } })
  await vi.waitFor(() => expect(shown()).toMatchObject([{ messageId: kept, data: { conversationKey: 'room-7' } }]), { timeout: 60_000 })
  const second = await reply('Done.')
  await waitForState(second, 'KEPT')
  await vi.waitFor(() => expect(shown().at(-1)).toMatchObject({ messageId: second, delivery: { state: 'KEPT' } }), { timeout: 60_000 })
  following.child.kill('SIGINT')
  expect((await following.ended).code).toBe(0)
  expect(getJson(await run('show', '--limit', '5', '--json'))).toMatchObject({ replies: [{ messageId: kept }, { messageId: second }] })
})
