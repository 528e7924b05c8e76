import { SaxesParser } from 'saxes'
import { cleanText } from '../../lib/cleanText.ts'
import type { Collection } from './collectEntries.ts'
import { ImportError } from './importError.ts'
import type { Importer } from './importer.ts'
import { LIMITS } from './limits.ts'

/** OFAC names the coin: ETH, USDT, USDC, ARB, BSC, ETC, XBT, TRX … The form tells EVM addresses apart, not the coin. */
const CURRENCY = 'Digital Currency Address'
const SHOWN = 160

type Party = { uid: string; first: string; last: string; addresses: string[] }

/**
 * Imports the US Treasury's `SDN.XML` (also `CONSOLIDATED.XML`): every digital currency address of an EVM network, with the
 * number and name of its owner. A key works on every network, so addresses are listed for all of them.
 */
export const ofacXml: Importer = (text, into) => {
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

function addParty({ uid, first, last, addresses }: Party, into: Collection): void {
  const name = `OFAC ${uid.slice(0, 16)}: ${[first, last].filter((part) => part !== '').join(' ')}`
  for (const address of addresses) {
    if (/^0x/i.test(address)) into.add(address, { name })
    else into.refuse('other-network', address)
  }
}
