/** Decodes seven-bit charsets that switch to another charset by escape sequences or other markers. */

/** Decoders of seven-bit charsets that switch charsets. No library supports most of them: browsers replace such text by one U+FFFD. */
export const shiftedCharsets: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  'iso-2022-jp': (bytes) => new TextDecoder('iso-2022-jp').decode(joinJapanese(bytes)),
  'iso-2022-kr': (bytes) => new TextDecoder('euc-kr').decode(raiseShifted(bytes)),
  'iso-2022-cn': (bytes) => new TextDecoder('gb18030').decode(raiseShifted(bytes)),
  'hz-gb-2312': (bytes) => new TextDecoder('gb18030').decode(raiseHz(bytes)),
  hz: (bytes) => new TextDecoder('gb18030').decode(raiseHz(bytes)),
}

/** Removes redundant switches to ASCII, as between joined encoded words, which WHATWG decodes to U+FFFD. */
function joinJapanese(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(emptyAscii, ''), 'latin1')
}

// oxlint-disable-next-line no-control-regex -- Escape sequences begin with a control character.
const emptyAscii = /\x1b\([BJ](?=\x1b[$(])/g

/** Sets the high bit between SHIFT OUT and SHIFT IN, and removes the escape sequence that names the charset. */
function raiseShifted(bytes: Uint8Array): Uint8Array {
  const raised = new Uint8Array(bytes.length)
  let length = 0
  let high = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0x0e) high = 0x80
    else if (byte === 0x0f) high = 0
    else if (byte === 0x1b && bytes[i + 1] === 0x24) i += 3
    else {
      // The switch ends with its line.
      if (byte === 0x0a) high = 0
      raised[length++] = byte > 0x20 ? byte | high : byte
    }
  }
  return raised.subarray(0, length)
}

/** Sets the high bit between `~{` and `~}` (RFC 1843). */
function raiseHz(bytes: Uint8Array): Uint8Array {
  const raised = new Uint8Array(bytes.length)
  let length = 0
  let high = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const next = bytes[i + 1]
    if (byte === 0x7e && (next === 0x7b || next === 0x7d)) {
      high = next === 0x7b ? 0x80 : 0
      i++
    } else if (byte === 0x7e && high === 0 && (next === 0x7e || next === 0x0a)) {
      if (next === 0x7e) raised[length++] = byte
      i++
    } else {
      if (byte === 0x0a) high = 0
      raised[length++] = byte > 0x20 ? byte | high : byte
    }
  }
  return raised.subarray(0, length)
}

/**
 * Detects a charset by its escape sequences, whatever the mail declares: programs leave the charset out, or call it ASCII, because all
 * bytes are ASCII. Null for other bytes, such as terminal colours.
 */
export function findShiftedCharset(bytes: Uint8Array): string | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = all.indexOf(0x1b)
  if (first < 0) return null
  const text = all.toString('latin1', first, first + maxSearchedBytes)
  const [, set] = escape.exec(text) ?? []
  if (set === undefined) return null
  return set === '$)C' ? 'iso-2022-kr' : /^\$\)[AGE]$/.test(set) ? 'iso-2022-cn' : 'iso-2022-jp'
}

/** Maximum bytes to search after the first escape. A switch of charset precedes the first word. */
const maxSearchedBytes = 65_536

// oxlint-disable-next-line no-control-regex -- Escape sequences begin with a control character.
const escape = /\x1b(\$[@B]|\$\([DOPQ]|\$\)[ACEG]|\(I)/
