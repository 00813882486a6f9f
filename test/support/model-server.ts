/** A server in the format of chat completions whose replies and faults the test chooses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = {
  authorization: string
  path: string
  model: string
  messages: { role: string; content: string }[]
  tools: unknown
  tokensMax: number
  stream: boolean
}
/** A text, a text whose rest comes later, a whole response, any of these later, or a kind of misbehaviour. */
export type ModelReply =
  | string
  | { start: string; rest: Promise<string> }
  | { later: Promise<ModelReply> }
  | { status: number; headers?: Record<string, string>; body: string }
  | 'silent'
  | 'cut'

export type ModelServer = {
  /** The base URL, as in `AI_URL`. */
  url: string
  asked: Asked[]
  /** The number of requests that the sender aborted before their response was complete. */
  left: number
  answer: (asked: Asked) => ModelReply
  close(): Promise<void>
}

export const silent = 'silent'
export const cut = 'cut'

export async function openModelServer(answer: ModelServer['answer'] = () => 'An answer.'): Promise<ModelServer> {
  const http = createServer((req, res) => {
    void collect(req).then((body) => {
      // Safe because the client library sends this form.
      const {
        model,
        messages,
        tools,
        stream = false,
        max_completion_tokens: tokensMax,
      } = JSON.parse(body) as Pick<Asked, 'model' | 'messages' | 'tools'> & { stream?: boolean; max_completion_tokens: number }
      const asked = { authorization: req.headers.authorization ?? '', path: req.url ?? '', model, messages, tools, tokensMax, stream }
      server.asked.push(asked)
      res.on('close', () => (server.left += res.destroyed && !res.writableEnded ? 1 : 0))
      reply(res, server.answer(asked), asked)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // The process can exit even if a test forgets to close the server.
  http.unref()
  // Safe because a server that listens on a port has this form of address.
  const { port } = http.address() as AddressInfo
  const server: ModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    asked: [],
    left: 0,
    answer,
    close() {
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
  return server
}

function reply(res: ServerResponse, said: ModelReply, asked: Asked): void {
  const { model, stream } = asked
  if (said === silent) return
  if (typeof said === 'object' && 'later' in said) {
    void said.later.then((next) => reply(res, next, asked))
    return
  }
  if (typeof said === 'object' && 'status' in said) {
    res.writeHead(said.status, { 'content-type': 'application/json', ...said.headers })
    res.end(said.body)
    return
  }
  if (stream) return replyInPieces(res, said, model)
  if (said === cut) {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    res.write('{"id": "chatcmpl-1", "choices": [{"mess')
    setTimeout(() => res.destroy(), 20)
    return
  }
  const whole = typeof said === 'string' ? Promise.resolve(said) : said.rest.then((rest) => said.start + rest)
  void whole.then((text) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(completion(text, model))
  })
}

/** Streams a completion: one piece per word, then the finish reason and the usage. */
function replyInPieces(res: ServerResponse, said: string | { start: string; rest: Promise<string> }, model: string): void {
  const write = (more: object): void => {
    res.write(`data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, ...more })}\n\n`)
  }
  const say = (text: string, finish: string | null = null): void =>
    write({ choices: [{ index: 0, finish_reason: finish, delta: { content: text } }], usage: null })
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  const start = typeof said === 'string' ? '' : said.start
  if (said === cut) {
    say('Half an ')
    setTimeout(() => res.destroy(), 20)
    return
  }
  if (start !== '') say(start)
  const rest = typeof said === 'string' ? Promise.resolve(said) : said.rest
  void rest.then(
    (text) => {
      for (const word of text.match(/\S+\s*/g) ?? []) say(word)
      say('', 'stop')
      write({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 } })
      res.end('data: [DONE]\n\n')
    },
    () => res.destroy(),
  )
}

function completion(content: string, model: string): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } }],
    usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 },
  })
}

async function collect(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
