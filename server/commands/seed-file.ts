/** Parses a file of conversations: one JSON object per line, `{conversationId, domain, turns: [{text}]}`. */
import { readFileSync } from 'node:fs'
import { UsageError } from './command.ts'

export type Conversation = {
  /** The conversation's id in its source, which becomes the thread's external_reference_id. */
  reference: string
  domain: string
  /** The customer's texts in order; at least one. */
  texts: string[]
}

/** Reads at most `limit` conversations. Skips empty turns, and conversations without any other turn. Throws UsageError. */
export function readConversations(file: string, limit: number): Conversation[] {
  const conversations: Conversation[] = []
  for (const [index, line] of readLines(file).entries()) {
    if (conversations.length === limit) break
    if (line.trim() === '') continue
    const conversation = readConversation(line)
    if (conversation === null)
      throw new UsageError(
        `Line ${index + 1} of ${file} is not a conversation: {"conversationId": "…", "domain": "…", "turns": [{"text": "…"}]}`,
      )
    if (conversation.texts.length > 0) conversations.push(conversation)
  }
  return conversations
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function readConversation(line: string): Conversation | null {
  const value = parseObject(line)
  if (!value) return null
  const { conversationId, domain, turns } = value
  // Keep the id simple, because it ends up in headers and e-mail addresses.
  if (
    typeof conversationId !== 'string' ||
    !/^[\x21-\x7e]{1,200}$/.test(conversationId) ||
    typeof domain !== 'string' ||
    !Array.isArray(turns)
  )
    return null
  const texts = turns.map((turn: unknown) =>
    typeof turn === 'object' && turn !== null && 'text' in turn && typeof turn.text === 'string' ? toAcceptableText(turn.text) : null,
  )
  return texts.includes(null)
    ? null
    : { reference: conversationId, domain: domain.trim().slice(0, 64), texts: texts.filter((text) => text?.trim()) as string[] }
}

/** Reduces a text to what the API accepts: Unicode without NUL, at most 262,144 characters. */
function toAcceptableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').slice(0, 262_144)
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
