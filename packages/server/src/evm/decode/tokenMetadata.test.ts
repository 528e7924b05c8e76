import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import { encodeAbiParameters, toFunctionSelector } from 'viem/utils'
import type { ReadState } from './readState.ts'
import { metadataBy } from './tokenMetadata.ts'

const TOKEN = `0x${'70'.repeat(20)}` as const
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const raw = (bytes: string): Hex =>
  `${word(32n)}${word(BigInt(bytes.length / 2)).slice(2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
const bytes32 = (value: string): Hex => `0x${Buffer.from(value).toString('hex').padEnd(64, '0')}`
const interfaceOf = (id: string) => `supportsInterface ${id}`

const FUNGIBLE: Record<string, Hex | null> = {
  totalSupply: word(10n ** 24n),
  balanceOf: word(0n),
  name: text('Good Token'),
  symbol: text('GOOD'),
  decimals: word(18n),
}

/** The answers of a contract to what metadata asks; null where it reverts. */
async function metadata(answers: Record<string, Hex | null>): Promise<TokenMetadata | null> {
  const all: Record<string, Hex | null> = { ...FUNGIBLE, ...answers }
  const functions: Record<string, string> = {
    [toFunctionSelector('name()')]: 'name',
    [toFunctionSelector('symbol()')]: 'symbol',
    [toFunctionSelector('decimals()')]: 'decimals',
    [toFunctionSelector('totalSupply()')]: 'totalSupply',
    [toFunctionSelector('balanceOf(address)')]: 'balanceOf',
    [toFunctionSelector('asset()')]: 'asset',
  }
  const read: ReadState = async (reads) =>
    reads.map(({ data }) => all[functions[data.slice(0, 10)] ?? interfaceOf(data.slice(10, 18))] ?? all.other ?? null)
  return metadataBy(read, TOKEN, new AbortController().signal)
}

test('a token is named as it names itself', async () =>
  assert.deepEqual(await metadata({}), { standard: 'erc20', name: 'Good Token', symbol: 'GOOD', decimals: 18 }))

test('a fallback that answers every function is no token', async () => {
  const echo = (of: string) => `${toFunctionSelector(of)}${'0'.repeat(56)}` as Hex
  const of = (answer: (of: string) => Hex) => ({
    name: null,
    symbol: null,
    decimals: answer('decimals()'),
    totalSupply: answer('totalSupply()'),
    balanceOf: answer('balanceOf(address)'),
  })
  assert.equal(await metadata({ ...of(echo), other: `0x9d5ec71b${'0'.repeat(56)}` }), null)
  assert.equal(await metadata({ ...of(() => word(1n)), other: word(1n) }), null)
  // A token without a supply yet refuses functions that it does not have.
  assert.equal((await metadata({ ...of(() => word(0n)), other: null }))?.standard, 'erc20')
})

test('a vault names the token that it keeps, if that answers as a token; the token is not asked for one of its own', async () => {
  const asset = { address: `0x${'00'.repeat(19)}77`, symbol: 'GOOD', decimals: 18, listed: false }
  assert.deepEqual((await metadata({ asset: word(0x77n) }))?.asset, asset)
  for (const answer of [word(0n), word(2n ** 160n), '0x', null] as const)
    assert.equal((await metadata({ asset: answer }))?.asset, undefined, String(answer))
})

const NAMES: Record<string, [Hex | null, string | null]> = {
  'bytes32, as MKR has': [bytes32('Maker'), 'Maker'],
  'bytes32 of 32 letters': [bytes32('abcdefghijklmnopqrstuvwxyz012345'), 'abcdefghijklmnopqrstuvwxyz012345'],
  'bytes32 of nothing': [word(0n), null],
  'an empty string': [text(''), null],
  'only invisible letters': [text('\u200b\u2060\u2800\u00ad'), '[U+200B U+2060 U+2800 U+00AD]'],
  'text turned round': [text('\u202eCDSU'), '[U+202E]CDSU'],
  'tag letters after an honest name': [text('USDC\u{e0041}\u{e0042}'), 'USDC[U+E0041 U+E0042]'],
  'line breaks and control characters': [text('US\nDC\u0000\u0007 is\tfine'), 'US DC is fine'],
  'stacked marks': [text(`U${'\u0301'.repeat(40)}`), 'Ú\u0301\u0301'],
  'bytes that are no UTF-8': [raw('5553fffe4443'), 'US[U+FFFD U+FFFD]DC'],
  'markup, which is text': [text('<b>&"'), '<b>&"'],
  'a hundred thousand letters': [text('A'.repeat(100_000)), `${'A'.repeat(63)}…`],
  'an answer of one byte': ['0x01', null],
  'nothing at all': ['0x', null],
  'no answer': [null, null],
  'an offset beyond the answer': [`${word(4_096n)}${word(3n).slice(2)}`, null],
  'an offset beyond everything': [`${word(2n ** 256n - 1n)}${word(3n).slice(2)}`, null],
  'an offset inside a word': [`${word(33n)}${word(3n).slice(2)}${'00414243'.padEnd(64, '0')}`, null],
  'a length beyond the answer': [`${word(32n)}${word(2n ** 255n).slice(2)}${word(3n).slice(2)}`, null],
}
for (const [what, [answer, shown]] of Object.entries(NAMES))
  test(`a name of ${what} is shown as ${JSON.stringify(shown)}`, async () =>
    assert.equal((await metadata({ name: answer }))?.name, shown))

test('symbols are shorter than names', async () =>
  assert.equal((await metadata({ symbol: text('S'.repeat(200)) }))?.symbol, `${'S'.repeat(31)}…`))

test('decimals are a byte or unknown', async () => {
  assert.equal((await metadata({ decimals: word(255n) }))?.decimals, 255)
  for (const decimals of [word(256n), word(2n ** 255n), '0x12', null] as const)
    assert.equal((await metadata({ decimals }))?.decimals, null)
})

const STANDARDS: Record<string, [Record<string, Hex | null>, TokenMetadata['standard'] | null]> = {
  'a collection': [{ [interfaceOf('80ac58cd')]: word(1n) }, 'erc721'],
  'a collection of many kinds, which has no supply': [
    { [interfaceOf('d9b67a26')]: word(1n), totalSupply: null, balanceOf: null },
    'erc1155',
  ],
  'a contract that claims every interface, and with them none': [
    { [interfaceOf('80ac58cd')]: word(1n), [interfaceOf('ffffffff')]: word(1n) },
    'erc20',
  ],
  'an interface answered with more than yes': [{ [interfaceOf('80ac58cd')]: word(2n) }, 'erc20'],
  'no supply': [{ totalSupply: null }, null],
  'no balances': [{ balanceOf: '0x' }, null],
}
for (const [what, [answers, standard]] of Object.entries(STANDARDS))
  test(`${what} is ${standard ?? 'no token'}`, async () =>
    assert.equal((await metadata(answers))?.standard ?? null, standard))

test('text of megabytes is cut before it is read', async () => {
  const huge = text('\u202e'.repeat(2_000_000))
  const began = process.threadCpuUsage()
  assert.equal((await metadata({ name: huge, symbol: huge }))?.name, '[U+202E U+202E U+202E U+202E …]')
  const { user } = process.threadCpuUsage(began)
  assert.ok(user < 500_000, `${user} µs`)
})
