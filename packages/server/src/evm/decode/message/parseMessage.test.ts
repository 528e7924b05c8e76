import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignedMessage, SigningMethod } from '@redoubt/risk/facts/signedMessage.ts'
import fc from 'fast-check'
import { hashStruct, hashTypedData, stringToHex } from 'viem/utils'
import { InvalidInput } from '../../../domain/sourceErrors.ts'
import { parseMessage } from './parseMessage.ts'
import { recogniseMessage } from './recogniseMessage.ts'
import { OTHER, parseTyped, SIGNER, TOKEN, typedData, typesOf, VERIFIER } from './testTypedData.ts'

const MAIL =
  'Mail(Person from,Person[] to,string contents,bytes extra,int8 tone,bool read)Person(string name,address wallet)'
const mail = {
  from: { name: 'Ann', wallet: SIGNER },
  to: [{ name: 'Bob', wallet: OTHER }],
  contents: 'Hello',
  extra: '0x1234',
  tone: -3,
  read: false,
}

function form(message: SignedMessage) {
  if (message.form.type !== 'typed-data') assert.fail('not typed data')
  return message.form
}

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    assert.ok(error instanceof InvalidInput)
    return error.message
  }
  return assert.fail('accepted')
}

test('the digest and the encoded type are those of EIP-712', () => {
  const parsed = form(parseTyped(MAIL, mail))
  assert.equal(parsed.encodedType, MAIL)
  assert.equal(parsed.digest, hashTypedData(typedData(MAIL, mail) as never))
  assert.deepEqual(parsed.parameters.slice(0, 3), [
    { name: 'from.name', type: 'string', value: 'Ann' },
    { name: 'from.wallet', type: 'address', value: SIGNER },
    { name: 'to[0].name', type: 'string', value: 'Bob' },
  ])
  assert.deepEqual(parsed.undeclared, [])
})

test('the hashes of the example of EIP-712 are those published with it', () => {
  const types = 'Mail(Person from,Person to,string contents)Person(string name,address wallet)'
  const example = {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  }
  const domain = { name: 'Ether Mail', verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' }
  const { digest, hashes } = form(parseTyped(types, example, domain))
  assert.equal(hashes?.domain, '0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f')
  assert.equal(hashes?.message, '0xc52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e')
  assert.equal(digest, '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
})

test('domain hash and message hash are those of another implementation, whatever the types', () => {
  const cases: [string, Record<string, unknown>][] = [
    [MAIL, mail],
    ['Matrix(uint256[][] rows,address[3] three)', { rows: [['1', '2'], ['3']], three: [SIGNER, OTHER, TOKEN] }],
    ['Mixed(bool flag,bytes32 salt,int256 signed)', { flag: true, salt: `0x${'a1'.repeat(32)}`, signed: '-42' }],
    ['Basket(Item[] items)Item(uint256 id,address owner)', { items: [{ id: '7', owner: SIGNER }] }],
  ]
  for (const [types, message] of cases) {
    const { types: data, primaryType, domain } = typedData(types, message)
    const parsed = form(parseTyped(types, message))
    assert.equal(parsed.hashes?.message, hashStruct({ data: message, types: data, primaryType }), types)
    const alone = { ...typedData(types, message), primaryType: 'EIP712Domain' }
    const ofDomain = form(parseMessage({ account: SIGNER, method: 'eth_signTypedData_v4', typedData: alone }))
    assert.deepEqual(ofDomain.hashes, { domain: parsed.hashes?.domain, message: null })
    assert.equal(ofDomain.digest, hashTypedData({ ...alone, message: domain } as never))
  }
})

test('typed data may come as JSON text, with numbers as text', () => {
  const asText = parseMessage({
    account: SIGNER,
    method: 'eth_signTypedData_v4',
    typedData: JSON.stringify(typedData('A(uint256 x)', { x: '0x10' })),
  })
  assert.equal(form(asText).digest, form(parseTyped('A(uint256 x)', { x: '16' })).digest)
  assert.equal(form(asText).digest, form(parseTyped('A(uint256 x)', { x: 16 })).digest)
})

test('members that no type declares are named: a wallet may show them, and the signature does not cover them', () => {
  const parsed = form(parseTyped('A(B b)B(uint256 x)', { b: { x: 1, note: 'refund' }, gift: '1000000' }, { app: 'x' }))
  assert.deepEqual(parsed.undeclared, ['domain.app', 'gift', 'b.note'])
  assert.equal(parsed.digest, form(parseTyped('A(B b)B(uint256 x)', { b: { x: 1 } })).digest)
})

test('a domain binds to what its declared members say, no more', () => {
  const given = typedData('A(uint256 x)', { x: 1 })
  const types = { ...given.types, EIP712Domain: [{ name: 'name', type: 'string' }] }
  const parsed = form(parseMessage({ account: SIGNER, method: 'eth_signTypedData_v4', typedData: { ...given, types } }))
  assert.deepEqual(parsed.domain, {
    name: 'Example',
    version: null,
    chainId: null,
    verifyingContract: null,
    salt: null,
  })
  assert.deepEqual(parsed.undeclared, ['domain.version', 'domain.chainId', 'domain.verifyingContract'])
})

test('a struct that contains itself ends in null', () => {
  const parsed = form(parseTyped('Node(uint256 x,Node next)', { x: 1, next: { x: 2, next: null } }))
  assert.deepEqual(
    parsed.parameters.map(({ name, value }) => [name, value]),
    [
      ['x', '1'],
      ['next.x', '2'],
      ['next.next', 'null'],
    ],
  )
})

test('version 3 does not encode arrays; version 1 has no domain', () => {
  const third = { account: SIGNER, method: 'eth_signTypedData_v3', typedData: typedData(MAIL, mail) } as const
  assert.deepEqual([form(parseMessage(third)).digest, form(parseMessage(third)).hashes], [null, null])
  // The published digests of version 1's example.
  const greeting = { type: 'string', name: 'message', value: 'Hi, Alice!' }
  const first = (typedData: unknown) => form(parseMessage({ account: SIGNER, method: 'eth_signTypedData', typedData }))
  assert.equal(first([greeting]).domain.verifyingContract, null)
  assert.equal(first([greeting]).hashes, null)
  assert.equal(first([greeting]).digest, '0x14b9f24872e28cc49e72dc104d7380d8e0ba84a3fe2e712704bcac66a5702bd5')
  assert.equal(
    first([greeting, { type: 'uint8', name: 'value', value: 10 }]).digest,
    '0xf7ad23226db5c1c00ca0ca1468fd49c8f8bbc1489bc1c382de5adc557a69c229',
  )
})

const cyclic: Record<string, unknown> = { x: 1 }
cyclic.next = cyclic
const REFUSED: [string, unknown, RegExp][] = [
  ['nothing', undefined, /^body\.typedData: expected an object/],
  ['no JSON', '{"types"', /JSON text/],
  ['an array for version 4', [], /expected an object/],
  ['no types', { primaryType: 'A', message: {} }, /^body\.typedData\.types: /],
  ['a primary type that is not declared', { ...typedData('A(uint256 x)', {}), primaryType: 'B' }, /primaryType: /],
  ['a JSON number that lost digits', typedData('A(uint256 x)', { x: 2 ** 60 }), /message\.x: .*lost digits/],
  ['a fraction', typedData('A(uint256 x)', { x: 1.5 }), /message\.x: expected a uint256/],
  ['a value too large', typedData('A(uint8 x)', { x: 256 }), /message\.x: .*fits uint8/],
  ['a negative amount', typedData('A(uint256 x)', { x: '-1' }), /message\.x: .*fits/],
  ['a missing member', typedData('A(address who)', {}), /message\.who: expected an address/],
  ['a short address', typedData('A(address who)', { who: '0x12' }), /message\.who: /],
  ['a missing struct', typedData('A(B b)B(uint256 x)', { b: null }), /message\.b: expected an object/],
  ['short bytes32', typedData('A(bytes32 x)', { x: '0x12' }), /message\.x: expected 32 bytes/],
  ['odd bytes', typedData('A(bytes x)', { x: '0x123' }), /message\.x: expected bytes/],
  ['a text that is a number', typedData('A(string x)', { x: 7 }), /message\.x: expected a string/],
  ['the wrong length', typedData('A(uint8[2] x)', { x: [1] }), /message\.x: expected an array of 2/],
  ['a huge array', typedData('A(uint8[] x)', { x: new Array(100_000).fill(1) }), /message\.x: .*array of 100000/],
  ['a cycle', typedData('N(uint256 x,N next)', cyclic), /at most 32 levels/],
  ['an unknown type', typedData('A(uint x)', { x: 1 }), /types\.A\[0\]\.type: .*not uint/],
  [
    'an elementary type redefined',
    { ...typedData('A(uint8 x)', {}), types: typesOf('A(uint8 x)address(uint8 y)') },
    /types\.address/,
  ],
  [
    'a name that closes the bracket',
    { types: { A: [{ name: 'x)B(y', type: 'uint8' }] }, primaryType: 'A', message: {} },
    /\.name: /,
  ],
  ['two members of one name', typedData('A(uint8 x,bool x)', { x: 1 }), /no other member/],
  [
    'a prototype as type',
    JSON.parse('{"types":{"__proto__":[]},"primaryType":"__proto__","message":{}}'),
    /types\.__proto__/,
  ],
  ['a type of Object.prototype', { types: {}, primaryType: 'constructor', message: {} }, /primaryType/],
]

for (const [name, given, expected] of REFUSED) {
  test(`refused with the member's name: ${name}`, () => {
    const message = refusal(() => parseMessage({ account: SIGNER, method: 'eth_signTypedData_v4', typedData: given }))
    assert.match(message, expected)
  })
}

test('members of Object.prototype are not taken for values', () => {
  assert.match(
    refusal(() => parseTyped('A(string toString)', {})),
    /message\.toString: expected a string/,
  )
})

test('plain messages: words, bytes, hashes', () => {
  const plain = (message: unknown, method: SigningMethod = 'personal_sign') =>
    parseMessage({ account: SIGNER, method, message }).form
  const hash = `0x${'9c'.repeat(32)}` as const
  assert.deepEqual(plain('Hello\nthere'), { type: 'text', text: 'Hello\nthere', bytes: stringToHex('Hello\nthere') })
  assert.deepEqual(plain(stringToHex('Hello')), { type: 'text', text: 'Hello', bytes: stringToHex('Hello') })
  assert.deepEqual(plain('a\u202eb'), { type: 'text', text: 'a[U+202E]b', bytes: stringToHex('a\u202eb') })
  assert.deepEqual(plain('0xff00'), { type: 'bytes', bytes: '0xff00' })
  assert.deepEqual(plain(hash), { type: 'hash', hash })
  const words = stringToHex('Please sign this to log in today')
  assert.equal(plain(words).type, 'text')
  assert.deepEqual(plain(words, 'eth_sign'), { type: 'hash', hash: words })
  assert.match(
    refusal(() => plain(7)),
    /^body\.message: /,
  )
  assert.match(
    refusal(() => plain('x'.repeat(200_000))),
    /at most 131072 bytes/,
  )
})

const elementary = fc.constantFrom(
  'address',
  'bool',
  'string',
  'bytes',
  'bytes32',
  'uint256',
  'int16',
  'B',
  'A',
  'uint8[]',
  'B[2]',
  'x',
)
const member = fc.record({
  name: fc.constantFrom('token', 'amount', 'to', 'data', 'constructor', '__proto__'),
  type: elementary,
})
const structs = fc.dictionary(
  fc.constantFrom('A', 'B', 'EIP712Domain', '__proto__'),
  fc.array(member, { maxLength: 5 }),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(SIGNER, '0x', `0x${'00'.repeat(32)}`, '1', '-1', true, null, 1, 2 ** 70, 'text'),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('token', 'amount', 'to', 'data', 'constructor', 'x'), tie('any')),
  ),
})).any

test('every input is read or refused with a reason, and every read message is recognised', () => {
  fc.assert(
    fc.property(structs, value, fc.anything(), (types, message, domain) => {
      for (const given of [
        { types, primaryType: 'A', message },
        { types, primaryType: 'A', message, domain },
        message,
      ]) {
        let parsed: SignedMessage
        try {
          parsed = parseMessage({ account: SIGNER, method: 'eth_signTypedData_v4', typedData: given })
        } catch (error) {
          assert.ok(error instanceof InvalidInput, String(error))
          continue
        }
        assert.ok(recogniseMessage(parsed).length > 0)
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 500) },
  )
})

test('digests agree with another implementation for what both accept', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(
      amount,
      fc.string({ unit: 'binary' }),
      fc.uint8Array(),
      fc.array(amount, { maxLength: 3 }),
      (x, s, b, list) => {
        const type = 'A(uint256 x,string s,bytes b,uint256[] list,B[] deep)B(bytes4 y,int256 z)'
        const z = x >> 1n
        const message = { x, s, b: `0x${Buffer.from(b).toString('hex')}`, list, deep: [{ y: '0x01020304', z: -z }] }
        assert.equal(form(parseTyped(type, message)).digest, hashTypedData(typedData(type, message) as never))
      },
    ),
    { numRuns: 100 },
  )
})

test('addresses of the domain and the message are lower case', () => {
  const parsed = form(parseTyped('A(address who)', { who: TOKEN.toUpperCase().replace('0X', '0x') }))
  assert.equal(parsed.struct.members[0]?.value, TOKEN)
  assert.equal(parsed.domain.verifyingContract, VERIFIER)
})

test('text is no truth value: wallets sign it differently', () => {
  for (const read of ['false', 'true', '', 0])
    assert.match(
      refusal(() => parseTyped(MAIL, { ...mail, read })),
      /true or false, not text/,
    )
})

test('thousands of empty structs of a web of types end in time', () => {
  const names = Array.from({ length: 60 }, (_, index) => `T${index}`)
  const types = Object.fromEntries(
    names.map((name, index) => [
      name,
      names
        .slice(index + 1)
        .map((type) => ({ name: `of${type}`, type }))
        .concat({ name: 'self', type: `${name}[]` }),
    ]),
  )
  const typed = { types, primaryType: 'T0', domain: {}, message: { self: new Array(16_000).fill(null) } }
  const started = process.threadCpuUsage()
  try {
    parseMessage({ account: SIGNER, method: 'eth_signTypedData_v4', typedData: typed })
  } catch (error) {
    assert.ok(error instanceof InvalidInput)
  }
  const { user } = process.threadCpuUsage(started)
  assert.ok(user < 2_000_000, `${user} µs`)
})
