import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeAbiParameters, type AbiParameter as ViemParameter } from 'viem'
import { type AbiType, parseSignature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'

const inputsOf = (text: string) => parseSignature(text).inputs
const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0')

/** viem's shape of a type, unnamed so that its tuples are positional too. */
function viemType(type: AbiType): ViemParameter {
  const suffix = /(\[\d*\])*$/.exec(type.text)?.[0] ?? ''
  let inner = type
  while (inner.kind === 'array') inner = inner.item
  if (inner.kind !== 'tuple') return { type: type.text }
  return { type: `tuple${suffix}`, components: inner.components.map(({ type: member }) => viemType(member)) }
}

function arbitraryOf(type: AbiType): fc.Arbitrary<unknown> {
  const hex = (size: { minLength: number; maxLength: number }) =>
    fc.uint8Array(size).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  switch (type.kind) {
    case 'address':
      return hex({ minLength: 20, maxLength: 20 })
    case 'bool':
      return fc.boolean()
    case 'uint':
      return fc.bigInt({ min: 0n, max: (1n << BigInt(type.bits)) - 1n })
    case 'int':
      return fc.bigInt({ min: -(1n << BigInt(type.bits - 1)), max: (1n << BigInt(type.bits - 1)) - 1n })
    case 'fixedBytes':
      return hex({ minLength: type.length, maxLength: type.length })
    case 'bytes':
      return hex({ minLength: 0, maxLength: 70 })
    case 'string':
      return fc.string({ maxLength: 40, unit: fc.constantFrom('a', 'B', '7', '-') })
    case 'array':
      return fc.array(arbitraryOf(type.item), { minLength: type.length ?? 0, maxLength: type.length ?? 3 })
    case 'tuple':
      return fc.tuple(...type.components.map(({ type: member }) => arbitraryOf(member)))
  }
}

const SHAPES = [
  'f(address a,uint256 b)',
  'f(bytes a,bytes[] b,uint256 c)',
  'f((address a,(uint160 b,uint48 c)[] d,string e)[] x,int24 y,bytes4 z)',
  'f(uint256[3] a,bytes[2] b,bool[] c,uint8[2][] d)',
  'f((uint256 a,address b) c,(int256 a,bytes b) d)',
]

for (const shape of SHAPES) {
  test(`reads what viem writes: ${shape}`, () => {
    const inputs = inputsOf(shape)
    const types = inputs.map(({ type }) => viemType(type))
    fc.assert(
      fc.property(fc.tuple(...inputs.map(({ type }) => arbitraryOf(type))), (values) => {
        const data = encodeAbiParameters(types, values).slice(2)
        assert.deepEqual(decodeArguments(inputs, data), { values, trailing: '0x' })
        assert.deepEqual(decodeArguments(inputs, `${data}beef`), { values, trailing: '0xbeef' })
        assert.equal(decodeArguments(inputs, data.slice(0, -2)), null, 'one byte short')
      }),
      { numRuns: 60 },
    )
  })

  test(`a changed byte either changes the value or is refused: ${shape}`, () => {
    const inputs = inputsOf(shape)
    const types = inputs.map(({ type }) => viemType(type))
    const positions = fc.tuple(
      fc.tuple(...inputs.map(({ type }) => arbitraryOf(type))),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
    )
    fc.assert(
      fc.property(positions, ([values, at, flip]) => {
        const bytes = Buffer.from(encodeAbiParameters(types, values).slice(2), 'hex')
        const index = at % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ flip
        const decoded = decodeArguments(inputs, bytes.toString('hex'))
        if (decoded === null || shape.includes('string')) return
        const again = encodeAbiParameters(types, decoded.values).slice(2) + decoded.trailing.slice(2)
        assert.equal(again, bytes.toString('hex'))
      }),
      { numRuns: 200 },
    )
  })
}

const REFUSED: [string, string, string][] = [
  ['dirty upper bytes of an address', 'f(address a)', word((1n << 160n) + 5n)],
  ['a bool of two', 'f(bool a)', word(2)],
  ['a uint8 of 256', 'f(uint8 a)', word(256)],
  ['an int8 without its sign extended', 'f(int8 a)', word(0xff)],
  ['bytes4 with a tail', 'f(bytes4 a)', word(1)],
  ['bytes with dirty padding', 'f(bytes a)', word(32) + word(1) + word(1)],
  ['an offset into the head', 'f(bytes a)', word(0) + word(0)],
  ['two arguments sharing one tail', 'f(bytes a,bytes b)', word(64) + word(64) + word(0)],
  ['an endless length', 'f(bytes a)', word(32) + word(2n ** 255n)],
  ['an endless array', 'f(uint256[] a)', word(32) + word(2n ** 64n)],
  ['no data', 'f(uint256 a)', ''],
  ['half a byte', 'f(uint256 a)', word(1).slice(1)],
]
for (const [name, shape, data] of REFUSED)
  test(`refuses ${name}`, () => assert.equal(decodeArguments(inputsOf(shape), data), null))

test('ten thousand elements that point at the same bytes are refused, not copied', () => {
  const elements = 3_000
  const shared = word(32_000) + 'ab'.repeat(32_000)
  const data = word(32) + word(elements) + word(elements * 32).repeat(elements) + shared
  assert.equal(decodeArguments(inputsOf('f(bytes[] a)'), data), null)
})

test('strings are cleaned, whatever their bytes', () => {
  const data = word(32) + word(4) + 'ff00e280'.padEnd(64, '0')
  assert.deepEqual(decodeArguments(inputsOf('f(string a)'), data)?.values, ['[U+FFFD] [U+FFFD]'])
})

test('an ABI that states more elements than the data can hold, or elements without a size, fits nothing', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  assert.equal(decodeArguments(inputsOf('f(uint256[999999999] a)'), word(1).repeat(4)), null)
  assert.equal(decodeArguments(inputsOf('f(string[999999999] a)'), `${word(32)}${word(1).repeat(4)}`), null)
  assert.equal(decodeArguments(inputsOf('f(uint8[0][] a)'), `${word(32)}${word(90)}${word(0)}`), null)
})

const SIZELESS = [
  'f(uint256[0][900] a)',
  'f(uint256[0][900][900] a)',
  'f(()[900] a)',
  'f((uint8[0] a,()[5] b)[900] c)',
  'f((uint256[0][900] a,bytes b) c)',
]
for (const shape of SIZELESS)
  test(`an ABI with many elements that have no size fits nothing: ${shape}`, () => {
    // Long enough that the number of elements alone would fit.
    for (const words of [[], [32, 0], [32, 32, 0], [32, 1]])
      assert.equal(decodeArguments(inputsOf(shape), [...words, ...Array(40).fill(0)].map(word).join('')), null)
  })

test('a list that is empty by its type holds nothing', () => {
  assert.deepEqual(decodeArguments(inputsOf('f(uint256[0] a,uint256[2] b)'), word(1) + word(2))?.values, [[], [1n, 2n]])
})
