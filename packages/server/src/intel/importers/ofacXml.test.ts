import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseText, sample, testImporter } from './testParsing.ts'

const A = `0x${'a1'.repeat(20)}`
const entry = (ids: string, name = '<lastName>THIEF &amp; SONS</lastName>') =>
  `<sdnEntry><uid>7</uid>${name}<sdnType>Entity</sdnType><idList>${ids}</idList><akaList><aka><uid>8</uid><lastName>ALIAS</lastName></aka></akaList></sdnEntry>`
const id = (type: string, number: string) =>
  `<id><uid>1</uid><idType>${type}</idType><idNumber>${number}</idNumber></id>`
const list = (...entries: string[]) =>
  `<?xml version="1.0" standalone="yes"?>\n<sdnList xmlns="x">${entries.join('\n')}</sdnList>`

testImporter('ofac-xml', [
  {
    name: 'addresses of EVM networks, whatever the coin, with number and name; other coins and ids are not for us',
    text: sample('ofac-sdn.xml'),
    label: 'sanctioned',
    entries: [
      'address 0x5a4d91e0000000000000000000000000000000a1 (OFAC 90002: EXAMPLE MIXING SERVICE)',
      'address 0x5a4d91e0000000000000000000000000000000a2 (OFAC 90002: EXAMPLE MIXING SERVICE)',
      'address 0x5a4d91e0000000000000000000000000000000a3 (OFAC 90003: Jane SAMPLE)',
    ],
    refused: ['other-network 2'],
  },
  {
    name: 'an alias is not the name; entities, blanks, CDATA and unknown elements are read',
    text: list(
      entry(`<new a="b"/>${id('Digital Currency Address - ARB', ` ${A.toUpperCase().replace('X', 'x')} `)}`),
      entry(id('<![CDATA[Digital Currency Address - USDC]]>', A), ''),
    ),
    label: 'sanctioned',
    entries: [`address ${A} (OFAC 7: THIEF & SONS)`],
  },
  {
    name: 'what claims to be such an address and is none is refused',
    text: list(entry(id('Digital Currency Address - ETH', A) + id('Digital Currency Address - ETH', '0x12'))),
    label: 'sanctioned',
    entries: [`address ${A} (OFAC 7: THIEF & SONS)`],
    refused: ['not-an-entry 1'],
  },
])

const FAILS: [name: string, text: string, message: RegExp][] = [
  [
    'a billion laughs',
    `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${list(entry(id('Digital Currency Address - ETH', '&b;')))}`,
    /has a DOCTYPE/,
  ],
  ['a file from disk', `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><sdnList>&f;</sdnList>`, /has a DOCTYPE/],
  [
    'an entity that was not declared',
    list(entry(id('Digital Currency Address - ETH', '&laugh;'))),
    /not well-formed XML/,
  ],
  [
    'a truncated file',
    list(entry(id('Digital Currency Address - ETH', A))).slice(0, -20),
    /not well-formed XML, or truncated/,
  ],
  [
    'the advanced schema',
    '<?xml version="1.0"?><Sanctions xmlns="x"><DateOfIssue/></Sanctions>',
    /<Sanctions>, not an <sdnList>; take SDN\.XML/,
  ],
  ['ten thousand levels', `<sdnList>${'<a>'.repeat(10_000)}`, /nested over 64 levels/],
  [
    'an endless text',
    `<sdnList><sdnEntry><lastName>${'x'.repeat(3_000_000)}`,
    /XML element is over 1048576 characters/,
  ],
  ['an endless attribute', `<sdnList a="${'x'.repeat(3_000_000)}`, /XML element is over 1048576 characters/],
  ['no address at all', list(entry(id('Gender', 'Male'))), /No entry found in the ofac-xml list; expected "Digital/],
  ['JSON', '{"sdnList": []}', /not well-formed XML/],
]
for (const [name, text, message] of FAILS) {
  test(`ofac-xml: ${name} is refused`, async () => {
    await assert.rejects(parseText({ format: 'ofac-xml', text, label: 'sanctioned' }), { name: 'ImportError', message })
  })
}
