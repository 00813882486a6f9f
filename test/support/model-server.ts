/** A fake chat completions API. The test chooses its responses and faults. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ModelRequest = {
  authorization: string
  path: string
  model: string
  messages: { role: string; content: string }[]
  tools: unknown
  maxTokens: number
  stream: boolean
}
/**
 * A complete text; a text whose rest arrives later; any delayed response; a raw HTTP response; no response at all (`silent`); or a
 * truncated response (`cut`).
 */
export type ModelResponse =
  | string
  | { start: string; rest: Promise<string> }
  | { later: Promise<ModelResponse> }
  | { status: number; headers?: Record<string, string>; body: string }
  | 'silent'
  | 'cut'

export type ModelServer = {
  /** Base URL, for `AI_URL`. */
  url: string
  requests: ModelRequest[]
  /** Number of requests that the client aborted before the response was complete. */
  abortedCount: number
  respond: (request: ModelRequest) => ModelResponse
  close(): Promise<void>
}

export const silent = 'silent'
export const cut = 'cut'

export async function openModelServer(respond: ModelServer['respond'] = () => 'An answer.'): Promise<ModelServer> {
  const http = createServer((req, res) => {
    void readBody(req).then((body) => {
      // Safe because the client library sends this shape.
      const {
        model,
        messages,
        tools,
        stream = false,
        max_completion_tokens: maxTokens,
      } = JSON.parse(body) as Pick<ModelRequest, 'model' | 'messages' | 'tools'> & { stream?: boolean; max_completion_tokens: number }
      const request = { authorization: req.headers.authorization ?? '', path: req.url ?? '', model, messages, tools, maxTokens, stream }
      server.requests.push(request)
      res.on('close', () => (server.abortedCount += res.destroyed && !res.writableEnded ? 1 : 0))
      sendResponse(res, server.respond(request), request)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // The process can exit even if a test forgets to close the server.
  http.unref()
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = http.address() as AddressInfo
  const server: ModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    abortedCount: 0,
    respond,
    close() {
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
  return server
}

function sendResponse(res: ServerResponse, modelResponse: ModelResponse, request: ModelRequest): void {
  const { model, stream } = request
  if (modelResponse === silent) return
  if (typeof modelResponse === 'object' && 'later' in modelResponse) {
    void modelResponse.later.then((next) => sendResponse(res, next, request))
    return
  }
  if (typeof modelResponse === 'object' && 'status' in modelResponse) {
    res.writeHead(modelResponse.status, { 'content-type': 'application/json', ...modelResponse.headers })
    res.end(modelResponse.body)
    return
  }
  if (stream) return streamResponse(res, modelResponse, model)
  if (modelResponse === cut) {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    res.write('{"id": "chatcmpl-1", "choices": [{"mess')
    setTimeout(() => res.destroy(), 20)
    return
  }
  const whole =
    typeof modelResponse === 'string' ? Promise.resolve(modelResponse) : modelResponse.rest.then((rest) => modelResponse.start + rest)
  void whole.then((text) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(completion(text, model))
  })
}

/** Streams a completion: one chunk per word, then the finish reason and the token usage. */
function streamResponse(res: ServerResponse, modelResponse: string | { start: string; rest: Promise<string> }, model: string): void {
  const writeChunk = (more: object): void => {
    res.write(`data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, ...more })}\n\n`)
  }
  const writeText = (text: string, finish: string | null = null): void =>
    writeChunk({ choices: [{ index: 0, finish_reason: finish, delta: { content: text } }], usage: null })
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  const start = typeof modelResponse === 'string' ? '' : modelResponse.start
  if (modelResponse === cut) {
    writeText('Half an ')
    setTimeout(() => res.destroy(), 20)
    return
  }
  if (start !== '') writeText(start)
  const rest = typeof modelResponse === 'string' ? Promise.resolve(modelResponse) : modelResponse.rest
  void rest.then(
    (text) => {
      for (const word of text.match(/\S+\s*/g) ?? []) writeText(word)
      writeText('', 'stop')
      writeChunk({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 } })
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

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
