/**
 * The API of a messenger by script, on a loopback port. It plays the Bot API of Telegram: bots with their tokens, updates that wait, messages
 * that were sent, and files. A test decides how single requests fail.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type BotRequest = { readonly token: string; readonly method: string; readonly body: Record<string, unknown>; readonly raw: string }

/** A message that a bot has sent. */
export type BotMessage = {
  readonly chatId: string
  readonly text: string | null
  readonly filename: string | null
  readonly messageId: number
}

/** How a request fails: before or after its effect, or never with a response. */
export type Failure =
  | { status: number; description?: string; retryAfter?: number; hasEffect?: boolean }
  /** The effect happens, and the connection breaks before the response. */
  | 'lost'
  | 'reset'

export type BotApi = {
  readonly url: string
  readonly token: string
  readonly username: string
  readonly requests: readonly BotRequest[]
  readonly sent: readonly BotMessage[]
  /** URLs that Telegram posts updates to, by their bot; with the secret. */
  readonly webhook: { url: string; secret: string } | null
  /** Number of requests for updates that wait for one. */
  readonly polls: number
  /** Chooses the failure of a request; null for none. */
  fail: (request: BotRequest) => Failure | null
  /** Called before each response; the response waits for it. */
  delay: (request: BotRequest) => Promise<unknown> | null
  /** Adds an update, which waits until it is fetched and confirmed. Returns its id. */
  write(update: Record<string, unknown>): number
  /** Adds a message of Ada in a private chat. Returns its id. */
  say(text: string, more?: Record<string, unknown>): number
  /** Number of updates that wait. */
  countWaiting(): number
  addFile(id: string, bytes: Buffer): void
  close(): Promise<void>
}

export const botToken = '7700000001:AAscripted-bot-token_0123456789abcdef'
export const adaId = 4_711

export async function openBotApi(username = 'acme_support_bot'): Promise<BotApi> {
  const requests: BotRequest[] = []
  const sent: BotMessage[] = []
  const files = new Map<string, Buffer>()
  let updates: { update_id: number }[] = []
  let waiting: (() => void)[] = []
  let webhook: BotApi['webhook'] = null
  let updateId = 900_000
  let messageId = 100

  const respond = (res: ServerResponse, status: number, body: object): void => {
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(JSON.stringify(body))
  }
  const refuse = (res: ServerResponse, status: number, description: string, more: object = {}): void =>
    respond(res, status, { ok: false, error_code: status, description, ...more })

  const methods: Readonly<Record<string, (request: BotRequest, res: ServerResponse) => unknown>> = {
    getMe: () => ({ id: 7_700_000_001, is_bot: true, first_name: 'Acme', username }),
    deleteWebhook: () => {
      webhook = null
      return true
    },
    setWebhook: ({ body }) => {
      webhook = { url: String(body.url), secret: String(body.secret_token) }
      return true
    },
    getUpdates: async ({ body }, res) => {
      const offset = Number(body.offset ?? 0)
      updates = updates.filter((update) => update.update_id >= offset)
      // An earlier request of another program, or of one that was killed, ends.
      for (const end of waiting.splice(0)) end()
      if (updates.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Number(body.timeout ?? 0) * 1_000)
          waiting.push(() => {
            clearTimeout(timer)
            resolve()
          })
          res.on('close', () => {
            clearTimeout(timer)
            resolve()
          })
        })
      }
      return updates.slice(0, Number(body.limit ?? 100))
    },
    sendMessage: ({ body }) => take({ chatId: String(body.chat_id), text: String(body.text), filename: null }),
    sendDocument: ({ raw }) => {
      const chatId = /name="chat_id"\r\n\r\n(.*?)\r\n/s.exec(raw)?.[1] ?? ''
      return take({ chatId, text: null, filename: /filename="(.*?)"/.exec(raw)?.[1] ?? '' })
    },
    getFile: ({ body }) => (files.has(String(body.file_id)) ? { file_path: `documents/${String(body.file_id)}` } : null),
  }

  function take(message: Omit<BotMessage, 'messageId'>): object {
    sent.push({ ...message, messageId: ++messageId })
    return { message_id: messageId, chat: { id: Number(message.chatId), type: 'private' }, date: 1_790_000_000 }
  }

  const server = createServer((req, res) => {
    req.on('error', () => {})
    res.on('error', () => {})
    handle(req, res).catch(() => res.destroy())
  })
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const raw = await readText(req)
    const [, token = '', path = ''] = /^\/(?:file\/)?bot([^/]+)\/(.+)$/.exec(req.url ?? '') ?? []
    if (req.url?.startsWith('/file/')) {
      const bytes = files.get(path.split('/').at(-1) ?? '')
      if (!bytes || token !== api.token) return void res.writeHead(404).end()
      return void res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length }).end(bytes)
    }
    const request: BotRequest = { token, method: path, body: parse(raw), raw }
    requests.push(request)
    const method = methods[path]
    if (token !== api.token || !method) return refuse(res, token === api.token ? 404 : 401, 'Unauthorized')
    const failure = api.fail(request)
    if (failure === 'reset') return void res.socket?.resetAndDestroy()
    if (failure !== null && failure !== 'lost' && !failure.hasEffect) return fail(failure)
    const result = await method(request, res)
    await api.delay(request)
    if (failure === 'lost') return void res.socket?.resetAndDestroy()
    if (failure !== null) return fail(failure)
    if (result === null) return refuse(res, 400, 'Bad Request: wrong file_id or the file is temporarily unavailable')
    respond(res, 200, { ok: true, result })

    function fail({ status, description = 'Scripted', retryAfter }: Exclude<Failure, string>): void {
      refuse(res, status, description, retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } })
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = server.address() as AddressInfo
  const api: BotApi = {
    url: `http://127.0.0.1:${port}`,
    token: botToken,
    username,
    requests,
    sent,
    get webhook() {
      return webhook
    },
    get polls() {
      return waiting.length
    },
    fail: () => null,
    delay: () => null,
    write(update) {
      const id = ++updateId
      updates.push({ update_id: id, ...update })
      for (const end of waiting.splice(0)) end()
      return id
    },
    say(text, more = {}) {
      const id = ++messageId
      api.write({ message: composeBotMessage(id, { text, ...more }) })
      return id
    },
    countWaiting: () => updates.length,
    addFile: (id, bytes) => void files.set(id, bytes),
    async close() {
      for (const end of waiting.splice(0)) end()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return api
}

/** Returns a message of Ada to a bot. */
export function composeBotMessage(id: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    message_id: id,
    from: { id: adaId, is_bot: false, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' },
    chat: { id: adaId, type: 'private', first_name: 'Ada' },
    date: 1_790_000_000 + id,
    ...more,
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): Record<string, unknown> {
  try {
    // Safe because the tests compare the fields.
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
