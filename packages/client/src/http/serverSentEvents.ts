/** One block of an event stream (WHATWG HTML, section 9.2); a comment has no members. */
export type ServerSentEvent = { id?: string; event?: string; data?: string; retry?: number }

/** Longest block: a stream that never ends one must not fill the memory. */
const MAX_BLOCK = 4 * 1024 ** 2

/** Reads an event stream, block by block, until it ends. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let held = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const read = held + decoder.decode(value, { stream: true })
      // Its line feed may come with the next bytes.
      held = read.endsWith('\r') ? '\r' : ''
      text += read.slice(0, read.length - held.length).replace(/\r\n?/g, '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      if (text.length > MAX_BLOCK) throw new RangeError('An event of the stream is too long.')
      for (const block of blocks) yield parse(block)
    }
  } finally {
    // A reader that stops early closes the connection.
    await reader.cancel().catch(() => {})
  }
}

function parse(block: string): ServerSentEvent {
  const read: ServerSentEvent = {}
  for (const line of block.split('\n')) {
    const at = line.indexOf(':')
    const name = at < 0 ? line : line.slice(0, at)
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '')
    if (name === 'data') read.data = read.data === undefined ? value : `${read.data}\n${value}`
    else if (name === 'id' || name === 'event') read[name] = value
    else if (name === 'retry' && /^\d+$/.test(value)) read.retry = Number(value)
  }
  return read
}
