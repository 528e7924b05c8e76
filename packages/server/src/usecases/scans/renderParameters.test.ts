import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Label, TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { CallMeaning, DecodedCall, DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import { type NamesKnown, renderParameters } from './renderParameters.ts'

const TOKEN: Address = '0x1111111111111111111111111111111111111111'
const ROUTER: Address = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const UNI: Label = { name: 'Uniswap V2 Router', category: 'defi_protocol', source: 'seed', confidence: 'high' }
const token = (symbol: string | null, decimals: number | null): TokenMetadata => ({
  standard: 'erc20',
  symbol,
  name: null,
  decimals,
})

const names = (
  accounts: [Address, { labels: Label[]; token: TokenMetadata | null }][] = [],
  imitates = false,
): NamesKnown => ({
  chain: 'polygon',
  accounts: new Map(accounts),
  imitates: () => imitates,
})
const call = (value: DisplayValue, meaning: Partial<CallMeaning> = {}): DecodedCall => ({
  to: ROUTER,
  selector: '0xa9059cbb',
  functionName: 'f',
  signature: 'f(uint256 x)',
  args: [],
  value: 0n,
  calls: [],
  abi: 'erc20',
  parameters: [{ name: 'x', type: 'uint256', value: 'exact' }],
  meaning: {
    intent: null,
    owner: null,
    fields: [{ label: 'Amount', path: '0', parameter: 0, values: [value] }],
    ...meaning,
  },
})
const amount = (units: bigint, more: object = {}): DisplayValue => ({
  as: 'amount',
  amount: units,
  token: TOKEN,
  all: null,
  ...more,
})
const display = (value: DisplayValue, known = names()) => renderParameters(call(value), known).parameters[0]?.display
const listed = { symbol: 'USDC', decimals: 6 }

test('amounts have their unit; the exact value stays beside', () => {
  assert.equal(display(amount(1_250_500_000n, { listed })), '1,250.5 USDC')
  assert.equal(display(amount(2n ** 256n - 1n, { listed, all: 'unlimited' })), 'unlimited USDC')
  assert.equal(display({ as: 'amount', amount: 10n ** 18n, token: null, all: null }), '1 POL')
  assert.equal(renderParameters(call(amount(1n, { listed })), names()).parameters[0]?.value, 'exact')
})

test('a token that no registry lists is quoted with its address', () => {
  assert.equal(
    display(amount(5_000n), names([[TOKEN, { labels: [], token: token('CAT', 3) }]])),
    '5 “CAT” (0x1111…1111)',
  )
})

test('a symbol that imitates a known token is not shown as it, whatever the token says', () => {
  assert.equal(
    display(amount(5_000n), names([[TOKEN, { labels: [], token: token('USDC', 3) }]], true)),
    '5 the token 0x1111…1111',
  )
})

test('without decimals a figure stays in base units', () => {
  assert.equal(display(amount(5_000n)), '5,000 base units of the token 0x1111…1111')
  const mute = names([[TOKEN, { labels: [], token: token('CAT', null) }]])
  assert.equal(display(amount(5_000n), mute), '5,000 base units of “CAT” (0x1111…1111)')
})

test('of a collection it is the id of one token, not an amount', () => {
  const ape: TokenMetadata = { standard: 'erc721', symbol: 'APE', name: null, decimals: null }
  assert.equal(display(amount(7n), names([[TOKEN, { labels: [], token: ape }]])), '“APE” (0x1111…1111) #7')
})

test('a number that is an amount of a token and an item of a collection waits for the standard of the account', () => {
  const either = amount(5_000n, { ifErc20: true })
  const collection: TokenMetadata = { standard: 'erc721', symbol: 'APE', name: null, decimals: null }
  assert.equal(display(either, names([[TOKEN, { labels: [], token: token('CAT', 3) }]])), '5 “CAT” (0x1111…1111)')
  assert.equal(
    display(either, names([[TOKEN, { labels: [], token: token('CAT', null) }]])),
    '5,000 base units of “CAT” (0x1111…1111)',
  )
  assert.equal(display(either, names([[TOKEN, { labels: [], token: collection }]])), '“APE” (0x1111…1111) #5000')
  assert.equal(display(either), null, 'nothing is known of the account')
  assert.equal(display(amount(5_000n, { ifErc20: true, listed })), '0.005 USDC')
})

test('an item of a collection is told by its number', () => {
  const ape: TokenMetadata = { standard: 'erc721', symbol: 'APE', name: null, decimals: null }
  const seventh: DisplayValue = { as: 'item', collection: TOKEN, id: 7n }
  assert.equal(display(seventh, names([[TOKEN, { labels: [], token: ape }]])), '“APE” (0x1111…1111) #7')
  assert.equal(display(seventh), 'the token 0x1111…1111 #7')
})

test('addresses carry their labels; a public list is quoted, and low confidence names no account', () => {
  const at: DisplayValue = { as: 'address', address: ROUTER }
  const one = (label: Label) =>
    renderParameters(call(at), names([[ROUTER, { labels: [label], token: null }]])).parameters[0]
  assert.deepEqual([one(UNI)?.display, one(UNI)?.label], ['Uniswap V2 Router', 'Uniswap V2 Router'])
  assert.equal(one({ ...UNI, source: 'my.csv', listed: { since: null } })?.label, '“Uniswap V2 Router”, says my.csv')
  assert.equal(one({ ...UNI, confidence: 'low' })?.label, null)
})

test('the intent is the project’s; the contract is called by who describes it, else by its label', () => {
  const mine = renderParameters(call(amount(1n, { listed }), { intent: 'Supply', owner: 'Aave' }), names())
  assert.deepEqual(
    [mine.intent, mine.contractName, mine.fields],
    ['Supply', 'Aave', [{ label: 'Amount', value: '0.000001 USDC' }]],
  )
  const other = renderParameters(call(amount(1n, { listed })), names([[ROUTER, { labels: [UNI], token: null }]]))
  assert.deepEqual([other.intent, other.contractName], [null, 'Uniswap V2 Router'])
})

test('whose declaration it was', () => {
  const source = (abi: string | null) => renderParameters({ ...call(amount(1n)), abi }, names()).abi
  const sources = [
    null,
    'verified:Sourcify',
    'clear-signing',
    'erc20',
    'data-pack',
    'recovered',
    'universal-router-command',
    'ambiguous',
  ]
  assert.deepEqual(sources.map(source), [
    null,
    'verified',
    'descriptor',
    'known',
    'signature-index',
    'recovered',
    'command',
    'ambiguous',
  ])
})

test('an amount of a vault’s asset is in units of the asset; of a contract that names none nothing is said', () => {
  const asset = { address: ROUTER, symbol: 'USDC', decimals: 6, listed: true }
  const vault = (more: object): [Address, { labels: Label[]; token: TokenMetadata | null }][] => [
    [TOKEN, { labels: [], token: { ...token('vUSDC', 18), ...more } }],
  ]
  const value = amount(2_500_000n, { ofAsset: true })
  assert.equal(display(value, names(vault({ asset }))), '2.5 USDC')
  assert.equal(display(value, names(vault({ asset: { ...asset, listed: false } }))), '2.5 “USDC” (0x7a25…488D)')
  assert.equal(display(value, names(vault({ asset: { ...asset, listed: false } }), true)), '2.5 the token 0x7a25…488D')
  assert.equal(display(value, names(vault({}))), null)
  assert.deepEqual(renderParameters(call(value), names()).fields, [])
})

test('a sentence is shown with its values as the fields show them', () => {
  const listed = { symbol: 'USDC', decimals: 6 }
  const values = [amount(5_000_000n, { listed })]
  const said = (sentence: CallMeaning['sentence']) =>
    renderParameters(call(amount(1n), sentence === undefined ? {} : { sentence }), names()).interpolatedIntent
  assert.equal(said(['Supply ', { values }, ' now']), 'Supply 5 USDC now')
  assert.equal(said([]), null)
  assert.equal(said(undefined), null)
  assert.equal(said([{ values: [{ as: 'ticker', token: TOKEN, listed }] }]), 'USDC')
})
