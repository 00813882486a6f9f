/** Parses server-sent events: the bytes of a stream into frames (WHATWG HTML, section 9.2.6). */

/** One frame. `id` is the last id so far; a frame without data only updates it. Comments and `retry` are ignored. */
export type ReceivedFrame = { id: string; event: string; data: string }

export async function* readEventStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedFrame, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  let id = ''
  for await (const chunk of bytes) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = fieldsOf(block)
      id = fields.get('id')?.[0] ?? id
      const data = fields.get('data')
      if (data || fields.has('id')) yield { id, event: fields.get('event')?.[0] ?? 'message', data: data?.join('\n') ?? '' }
    }
  }
}

function fieldsOf(block: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    fields.set(name, [...(fields.get(name) ?? []), value])
  }
  return fields
}
