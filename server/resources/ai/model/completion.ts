/** Reads a model's response, whole or streamed, into one form. */
import type OpenAI from 'openai'

/** `maxTokens` limits the response, so that a runaway model is cut off. */
export type Prompt = { system: string; user: string; maxTokens: number }
export type Said = { text: string; usage: { inputTokens: number; outputTokens: number } }

/**
 * The response so far, whose cost a failed run is charged. `isRead` is false only when the model certainly did not process the question.
 */
export type Heard = { text: string; refusal: string; finish: string | null; usage: unknown; isRead: boolean }

/** Maximum characters of a response: twice the length of the longest text that can be translated. */
const maxCharacters = 40_000

export class Unusable extends Error {}

type Request = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming

export async function readWhole(client: OpenAI, request: Request, heard: Heard, signal: AbortSignal): Promise<void> {
  const answer = await client.chat.completions.create(request, { signal })
  heard.isRead = true
  const choice = Array.isArray(answer.choices) ? answer.choices[0] : undefined
  heard.text = getText(choice?.message?.content)
  heard.refusal = getText(choice?.message?.refusal)
  heard.finish = choice?.finish_reason ?? null
  heard.usage = answer.usage
}

/** Passes pieces on as they arrive. A stream without a finish reason was cut off. */
export async function readPieces(
  client: OpenAI,
  request: Request,
  heard: Heard,
  signal: AbortSignal,
  piece: (text: string) => void,
): Promise<void> {
  const chunks = await client.chat.completions.create({ ...request, stream: true, stream_options: { include_usage: true } }, { signal })
  heard.isRead = true
  for await (const chunk of chunks) {
    // Some servers return chunks in another format.
    const { choices, usage } = Object(chunk) as Partial<typeof chunk>
    const choice = Array.isArray(choices) ? choices[0] : undefined
    const text = getText(choice?.delta?.content).replaceAll('\0', '')
    heard.text += text
    heard.refusal += getText(choice?.delta?.refusal)
    heard.finish = choice?.finish_reason ?? heard.finish
    heard.usage = usage ?? heard.usage
    // Returning from the loop cancels the request.
    if (heard.text.length > maxCharacters) return
    if (text !== '') piece(text)
  }
  // The library ends the loop without an error when the signal aborts.
  signal.throwIfAborted()
  if (heard.finish === null && heard.text !== '') throw new Unusable('The connection was closed before the answer was complete.')
}

/** Returns the text. Throws Unusable when the response has no usable text. */
export function saidOf({ text, refusal, finish, usage }: Heard, prompt: Prompt): Said {
  if (refusal !== '') throw new Unusable(`The model refused: ${refusal}`)
  if (finish === 'content_filter') throw new Unusable('The provider’s content filter held the answer back.')
  // A reader would take a truncated text for a complete one.
  if (finish === 'length') throw new Unusable(`The answer was not complete after ${prompt.maxTokens} tokens.`)
  if (text.length > maxCharacters) throw new Unusable(`The answer is longer than ${maxCharacters} characters.`)
  if (text.trim() === '') throw new Unusable('The answer has no text, or is not in the format of chat completions.')
  return { text: text.trim().toWellFormed().replaceAll('\0', ''), usage: getTokens({ text, usage, isRead: true }, prompt) }
}

/**
 * Returns the tokens of a run. Without figures from the server (a cut stream, a timeout, a server that does not count) it estimates them
 * from the text sent and received, at four characters a token. Without the estimate, a caller could evade the budget by disconnecting
 * early.
 */
export function getTokens({ text, usage, isRead }: Pick<Heard, 'text' | 'usage' | 'isRead'>, { system, user }: Prompt): Said['usage'] {
  const { prompt_tokens: read, completion_tokens: wrote } = Object(usage) as Record<string, unknown>
  if (!isRead) return { inputTokens: count(read), outputTokens: count(wrote) }
  const estimated = (characters: number): number => Math.ceil(characters / 4)
  return { inputTokens: count(read) || estimated(system.length + user.length), outputTokens: count(wrote) || estimated(text.length) }
}

const maxTokensOfRun = 10_000_000
const count = (tokens: unknown): number => (typeof tokens === 'number' && tokens >= 0 ? Math.min(Math.floor(tokens), maxTokensOfRun) : 0)
const getText = (given: unknown): string => (typeof given === 'string' ? given : '')
