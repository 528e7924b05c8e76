import { TextDecoder } from 'node:util'
import type { ListFormat } from '../ports.ts'
import { ImportError } from './importError.ts'
import { LIMITS } from './limits.ts'

const BINARY: readonly [magic: string, found: string][] = [
  ['\x1f\x8b', 'is gzip-compressed; give the URL of the plain file, or decompress it first'],
  ['PK\x03\x04', 'is a zip archive; unpack it and give the file inside'],
  ['BZh', 'is bzip2-compressed; decompress it first'],
  ['\xfd7zXZ', 'is xz-compressed; decompress it first'],
  ['\x28\xb5\x2f\xfd', 'is zstd-compressed; decompress it first'],
  ['%PDF', 'is a PDF document, not a list'],
  ['SQLite format 3', 'is a database, not a list'],
]
const HTML =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body|script|meta|title)\b/is
/** What is looked at before anything is parsed. */
const HEAD = 4096

/**
 * The text of a list, piece by piece. UTF-8 unless a byte order mark says UTF-16; what is broken becomes U+FFFD, which no
 * entry may hold, so that one bad name costs one line.
 * @throws ImportError when it is empty, too long, binary, or an HTML page.
 */
export function* textOf(bytes: Iterable<Uint8Array>, format: ListFormat): Generator<string, void, undefined> {
  const limit = format === 'yaml-list' ? LIMITS.yamlBytes : LIMITS.fileBytes
  let decoder: TextDecoder | null = null
  let length = 0
  let head = new Uint8Array(0)
  for (const chunk of bytes) {
    length += chunk.length
    if (length > limit) {
      throw new ImportError(`The file is over ${limit / 1024 / 1024} MB, the most that a ${format} list may have.`)
    }
    if (decoder !== null) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    head = head.length === 0 ? Uint8Array.from(chunk) : Buffer.concat([head, chunk])
    if (head.length < HEAD) continue
    decoder = decoderFor(head)
    yield textOfHead(decoder.decode(head, { stream: true }))
  }
  if (decoder === null) {
    decoder = decoderFor(head)
    yield textOfHead(decoder.decode(head, { stream: true }))
  }
  yield decoder.decode()
  if (length === 0) throw new ImportError(`The file is empty; a ${format} list was expected.`)
}

function decoderFor(head: Uint8Array): TextDecoder {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD)).toString('latin1')
  for (const [magic, found] of BINARY) if (start.startsWith(magic)) throw new ImportError(`The file ${found}.`)
  if (start.startsWith('\xff\xfe')) return new TextDecoder('utf-16le')
  if (start.startsWith('\xfe\xff')) return new TextDecoder('utf-16be')
  // Text has none; a list with one stray NUL still has text around it.
  const nuls = start.split('\0').length - 1
  if (nuls > 1 && nuls > start.length / 100) {
    throw new ImportError('The file is binary, not a list; UTF-16 needs a byte order mark.')
  }
  return new TextDecoder('utf-8')
}

function textOfHead(text: string): string {
  if (HTML.test(text.slice(0, HEAD))) {
    throw new ImportError('The file is an HTML page, not a list: the address may be wrong, or it wants a login.')
  }
  return text
}
