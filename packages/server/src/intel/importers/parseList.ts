import { TextDecoder } from 'node:util'
import { CHAIN_IDS, CHAINS } from '@redoubt/risk/chain.ts'
import { SaxesParser } from 'saxes'
import { cleanText } from '../../lib/cleanText.ts'
import { FORMATS, type FormatOptions, type ListFormat, type ListLabel } from '../ports.ts'
import { type Collection, collectEntries, type RefusalReason } from './collectEntries.ts'
import { csv } from './csv.ts'
import { ImportError } from './importError.ts'
import type { Importer } from './importer.ts'
import { jsonArray, jsonMap, jsonPath, jsonValues, member } from './json.ts'
import { LIMITS } from './limits.ts'
import { adguard, hostsFile, plainLines } from './lines.ts'
import { yamlList } from './yamlList.ts'

/** OFAC names the coin: ETH, USDT, USDC, ARB, BSC, ETC, XBT, TRX … The form tells EVM addresses apart, not the coin. */
const CURRENCY = 'Digital Currency Address'

const SHOWN = 160

/**
 * Imports the US Treasury's `SDN.XML` (also `CONSOLIDATED.XML`): every digital currency address of an EVM network, with the
 * number and name of its owner. A key works on every network, so addresses are listed for all of them.
 */
const ofacXml: Importer = (text, into) => {
  const parser = new SaxesParser()
  const stack: string[] = []
  let party: Party | null = null
  let id = { type: '', number: '' }
  let content = ''
  let lastEvent = 0
  const fail = (problem: string): never => {
    throw new ImportError(`${problem} (ofac-xml list).`)
  }
  parser.on('doctype', () => fail('The XML has a DOCTYPE, which OFAC never uses and bombs are made of'))
  parser.on('error', (error) =>
    fail(`The file is not well-formed XML, or truncated: ${cleanText(error.message, SHOWN)}`),
  )
  parser.on('opentag', ({ name }) => {
    if (stack.length === 0 && name !== 'sdnList') {
      fail(`The XML is a <${cleanText(name)}>, not an <sdnList>; take SDN.XML, not SDN_ADVANCED.XML`)
    }
    if (stack.push(name) > LIMITS.depth) fail(`The XML is nested over ${LIMITS.depth} levels deep`)
    if (name === 'sdnEntry') party = { uid: '', first: '', last: '', addresses: [] }
    if (name === 'id') id = { type: '', number: '' }
    content = ''
    lastEvent = parser.position
  })
  const take = (part: string) => {
    content = (content + part).slice(0, LIMITS.lineLength)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', ({ name }) => {
    stack.pop()
    lastEvent = parser.position
    if (party === null) return
    const parent = stack.at(-1)
    if (parent === 'sdnEntry' && name === 'uid') party.uid = content.trim()
    if (parent === 'sdnEntry' && name === 'firstName') party.first = content.trim()
    if (parent === 'sdnEntry' && name === 'lastName') party.last = content.trim()
    if (parent === 'id' && name === 'idType') id.type = content.trim()
    if (parent === 'id' && name === 'idNumber') id.number = content.trim()
    if (name === 'id' && id.type.startsWith(CURRENCY)) party.addresses.push(id.number)
    if (name === 'sdnEntry') {
      addParty(party, into)
      party = null
    }
    content = ''
  })
  for (const piece of text) {
    parser.write(piece)
    if (parser.position - lastEvent > LIMITS.valueLength) {
      fail(`One XML element is over ${LIMITS.valueLength} characters long`)
    }
  }
  parser.close()
}

/** Uniswap's token list schema (tokenlists.org): `{"tokens": [{"chainId": 1, "address": "0x…", "symbol": "…", "name": "…"}]}`. */
const tokenList: Importer = (text, into, { format }) =>
  jsonValues(text, into, {
    format,
    path: ['tokens'],
    onValue: (token) => {
      const address = member(token, 'address')
      const chainId = member(token, 'chainId')
      if (typeof chainId !== 'number') return into.refuse('malformed', address)
      const chain = CHAINS.find((candidate) => CHAIN_IDS[candidate] === chainId)
      if (chain === undefined) return into.refuse('other-network', address)
      into.add(address, { chain, name: nameOf(member(token, 'name'), member(token, 'symbol')) })
    },
  })

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

/** What a list is, as its source says. */
export type ListSpec = { format: ListFormat; options: FormatOptions; label: ListLabel }

const IMPORTERS: Readonly<Record<ListFormat, Importer>> = {
  'json-array': jsonArray,
  'json-path': jsonPath,
  'json-map': jsonMap,
  csv,
  lines: plainLines,
  hosts: hostsFile,
  'yaml-list': yamlList,
  'token-list': tokenList,
  adguard,
  'ofac-xml': ofacXml,
}
/** These are in lists of the right format too. */
const USUAL: readonly RefusalReason[] = ['shared-host', 'well-known', 'other-network']
/** So few tell nothing. */
const FEW = 10

/**
 * All entries of a list. Everything is bounded, see `LIMITS`.
 * @throws ImportError when the file cannot be read as the format, holds no entry, or so little of it is an entry that the
 * format is probably wrong: then a list from before is better than this one.
 */
export async function parseList(
  bytes: Iterable<Uint8Array>,
  { format, options, label }: ListSpec,
): Promise<Collection> {
  const collection = collectEntries({ label, chain: options.chain ?? null })
  await IMPORTERS[format](textOf(bytes, format), collection, { format, options })
  const refused = collection.refused()
  const first = refused[0]
  if (collection.size === 0) {
    const seen = collection.seen()
    throw new ImportError(
      [
        `No entry found in the ${format} list; expected ${FORMATS[format].entries}`,
        seen.length > 0 ? `; it has: ${seen.join(', ')}` : '',
        first ? `; first refused (${first.reason}): ${first.example}` : '',
        '.',
      ].join(''),
    )
  }
  const strange = refused.filter(({ reason }) => !USUAL.includes(reason))
  const count = strange.reduce((sum, refusal) => sum + refusal.count, 0)
  if (count > FEW && count > collection.accepted) {
    throw new ImportError(
      `Only ${collection.accepted} of ${collection.accepted + count} values in the ${format} list are entries: the format is ` +
        `probably wrong. Expected ${FORMATS[format].entries}; first refused (${strange[0]?.reason}): ${strange[0]?.example}.`,
    )
  }
  return collection
}

/**
 * The text of a list, piece by piece. UTF-8 unless a byte order mark says UTF-16; what is broken becomes U+FFFD, which no
 * entry may hold, so that one bad name costs one line.
 * @throws ImportError when it is empty, too long, binary, or an HTML page.
 */
function* textOf(bytes: Iterable<Uint8Array>, format: ListFormat): Generator<string, void, undefined> {
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

/** `Tether USD (USDT)`; both are strangers' text of any length, cut before they are joined. */
function nameOf(name: unknown, symbol: unknown): string | null {
  const [long, short] = [name, symbol].map((text) => (typeof text === 'string' ? text.trim().slice(0, 256) : ''))
  if (long && short && long !== short) return `${long} (${short})`
  return long || short || null
}

type Party = { uid: string; first: string; last: string; addresses: string[] }

function addParty({ uid, first, last, addresses }: Party, into: Collection): void {
  const name = `OFAC ${uid.slice(0, 16)}: ${[first, last].filter((part) => part !== '').join(' ')}`
  for (const address of addresses) {
    if (/^0x/i.test(address)) into.add(address, { name })
    else into.refuse('other-network', address)
  }
}
