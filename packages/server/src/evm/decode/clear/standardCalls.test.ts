import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { CallMeaning, DecodedCall, DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import { type Abi, encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { NETWORKS } from '../../../chains/index.ts'
import { renderParameters } from '../../../usecases/scans/renderParameters.ts'
import { parseSignature } from '../abiTypes.ts'
import { decodeCall } from '../decodeCall.ts'

const CALLED: Address = '0x7777777777777777777777777777777777777777'
const TOKEN: Address = '0x3333333333333333333333333333333333333333'
const OTHER: Address = '0x2222222222222222222222222222222222222222'
const WRAPPED = NETWORKS.ethereum.quoteTokens[0]?.address.toLowerCase() as Address
const NOTHING: Hex = `0x${'00'.repeat(32)}`
const TIME = 1_796_119_200n
const SPELLED = '2026-12-01 10:00 UTC'
const MAX = 2n ** 256n - 1n

/** Decodes a call by the declaration of its callee, and returns what it means. */
function meaningOf(signature: string, args: readonly unknown[], to: Address = CALLED): CallMeaning | undefined {
  const { canonical } = parseSignature(signature)
  const data = encodeFunctionData({ abi: parseAbi([`function ${canonical}` as string]) as Abi, args })
  const declared = { ...parseSignature(signature), selector: data.slice(0, 10) as Hex, abi: 'verified:test' }
  return decodeCall({ to, value: 0n, data }, { chain: 'ethereum', from: OTHER, declared: [declared] }).meaning
}

/** `5 of 0x…`, `#7 of 0x…`, `5 wei`, or the text. */
function told(value: DisplayValue): string {
  if (value.as === 'amount') return `${value.all ?? value.amount} ${value.token === null ? 'wei' : `of ${value.token}`}`
  if (value.as === 'item') return `#${value.id} of ${value.collection}`
  return value.as === 'text' ? value.text : ''
}
const textsOf = (meaning: CallMeaning | undefined) =>
  (meaning?.fields ?? []).flatMap(({ values }) => values.map(told)).filter((text) => text !== '')

const DETAILS = '(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMISSION = '(address token,uint256 amount)'
const REQUEST = '(address to,uint256 requestedAmount)'
const SIGNED = 'uint8 v,bytes32 r,bytes32 s'
const PARTS = [27, NOTHING, NOTHING]

const CASES: [string, string, unknown[], string[]][] = [
  ['ERC-20 transferFrom', 'transferFrom(address a,address b,uint256 c)', [OTHER, CALLED, 5n], [`5 of ${CALLED}`]],
  [
    'DAI permit',
    `permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed,${SIGNED})`,
    [OTHER, TOKEN, 0n, 0n, true, ...PARTS],
    ['true', 'never'],
  ],
  [
    'EIP-2612 with other names',
    'permit(address a,address b,uint256 c,uint256 d,uint8 e,bytes32 f,bytes32 g)',
    [OTHER, TOKEN, MAX, TIME, ...PARTS],
    [`unlimited of ${CALLED}`, SPELLED],
  ],
  ...['transferWithAuthorization', 'receiveWithAuthorization'].flatMap(
    (name): [string, string, unknown[], string[]][] => {
      const members = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
      const values = [OTHER, TOKEN, 5n, 0n, TIME, NOTHING]
      const expected = [`5 of ${CALLED}`, 'at once', SPELLED]
      return [
        [`ERC-3009 ${name}`, `${name}(${members},${SIGNED})`, [...values, ...PARTS], expected],
        [`ERC-3009 ${name}, signature as bytes`, `${name}(${members},bytes signature)`, [...values, '0x'], expected],
      ]
    },
  ),
  ['ERC-677', 'transferAndCall(address to,uint256 value,bytes data)', [OTHER, 5n, '0x'], [`5 of ${CALLED}`]],
  ['ERC-1363', 'approveAndCall(address spender,uint256 value)', [OTHER, 5n], [`5 of ${CALLED}`]],
  ['ERC-1363, from', 'transferFromAndCall(address a,address b,uint256 c)', [OTHER, TOKEN, 5n], [`5 of ${CALLED}`]],
  [
    'ERC-4494',
    'permit(address spender,uint256 tokenId,uint256 deadline,bytes signature)',
    [OTHER, 7n, TIME, '0x'],
    [`#7 of ${CALLED}`, SPELLED],
  ],
  [
    'permit of a position',
    `permit(address spender,uint256 tokenId,uint256 deadline,${SIGNED})`,
    [OTHER, 7n, TIME, ...PARTS],
    [`#7 of ${CALLED}`, SPELLED],
  ],
  ['ERC-721', 'safeTransferFrom(address a,address b,uint256 c)', [OTHER, TOKEN, 7n], [`#7 of ${CALLED}`]],
  [
    'Permit2 approve',
    'approve(address token,address spender,uint160 amount,uint48 expiration)',
    [TOKEN, OTHER, 5n, 0],
    [`5 of ${TOKEN}`, 'this block only'],
  ],
  [
    'Permit2 permits of several tokens, each in its own unit',
    `permit(address owner,(${DETAILS}[] details,address spender,uint256 sigDeadline) permitBatch,bytes signature)`,
    [
      OTHER,
      [
        [
          [TOKEN, 5n, Number(TIME), 0],
          [CALLED, 6n, 0, 0],
        ],
        OTHER,
        TIME,
      ],
      '0x',
    ],
    [`5 of ${TOKEN}`, `6 of ${CALLED}`, SPELLED, 'this block only', SPELLED],
  ],
  [
    'Permit2 transfer',
    `permitTransferFrom((${PERMISSION} permitted,uint256 nonce,uint256 deadline) permit,${REQUEST} transferDetails,address owner,bytes signature)`,
    [[[TOKEN, 5n], 0n, TIME], [OTHER, 4n], OTHER, '0x'],
    [`5 of ${TOKEN}`, SPELLED, `4 of ${TOKEN}`],
  ],
  [
    'timelock',
    'schedule(address target,uint256 value,bytes data,bytes32 predecessor,bytes32 salt,uint256 delay)',
    [OTHER, 5n, '0x', NOTHING, NOTHING, 172_800n],
    ['5 wei', '48:00:00'],
  ],
]
for (const [name, signature, args, expected] of CASES)
  test(`units by standard: ${name}`, () =>
    assert.deepEqual(textsOf(meaningOf(signature, args)).sort(), expected.toSorted()))

test('the value that a Safe sends is in coin', () => {
  const signature =
    'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 a,uint256 b,uint256 c,address d,address e,bytes f)'
  const texts = textsOf(meaningOf(signature, [OTHER, 5n, '0x', 0, 0n, 0n, 0n, OTHER, OTHER, '0x']))
  assert.equal(texts.filter((text) => text === '5 wei').length, 1)
})

test('an unwrapped amount is of the wrapped coin; the same function elsewhere has no known unit', () => {
  assert.deepEqual(textsOf(meaningOf('withdraw(uint256 wad)', [5n], WRAPPED)), [`5 of ${WRAPPED}`])
  assert.deepEqual(
    (meaningOf('withdraw(uint256 wad)', [5n])?.fields ?? []).filter(({ values }) =>
      values.some(({ as }) => as === 'amount' || as === 'item'),
    ),
    [],
  )
})

test('a function of a like name and other types has no unit', () => {
  assert.deepEqual(textsOf(meaningOf('transferFrom(address a,address b,uint128 c)', [OTHER, TOKEN, 5n])), [])
  assert.deepEqual(textsOf(meaningOf('updateDelay(uint64 delay)', [5n])), [])
})

test('commands of a router are in units of the tokens that they name', () => {
  const wrap = encodeAbiParameters(parseAbiParameters('address,uint256'), [OTHER, 2n ** 255n])
  const path: Hex = `${TOKEN}000bb8${CALLED.slice(2)}`
  const swap = encodeAbiParameters(parseAbiParameters('address,uint256,uint256,bytes,bool'), [
    OTHER,
    5n,
    6n,
    path,
    true,
  ])
  const portion = encodeAbiParameters(parseAbiParameters('address,address,uint256'), [TOKEN, OTHER, 25n])
  const take = encodeAbiParameters(parseAbiParameters('address,address,uint256'), [TOKEN, OTHER, 0n])
  const v4 = encodeAbiParameters(parseAbiParameters('bytes,bytes[]'), ['0x0e', [take]])
  const abi = parseAbi(['function execute(bytes commands,bytes[] inputs,uint256 deadline)'])
  const data = encodeFunctionData({ abi, args: ['0x0b000610', [wrap, swap, portion, v4], TIME] })
  const { calls } = decodeCall({ to: CALLED, value: 0n, data }, { chain: 'ethereum', from: OTHER })
  assert.deepEqual(
    calls.map(({ meaning }) => textsOf(meaning)),
    [['all the router holds'], [`5 of ${TOKEN}`, `6 of ${CALLED}`], ['0.25%'], []],
  )
  assert.deepEqual(textsOf(calls[3]?.calls[0]?.meaning), [`all that is open of of ${TOKEN}`])
})

/** Decodes one command of a Universal Router. */
function commandOf(byte: string, types: string, args: readonly unknown[]): DecodedCall | undefined {
  const input = encodeAbiParameters(parseAbiParameters(types), args)
  const abi = parseAbi(['function execute(bytes commands,bytes[] inputs,uint256 deadline)'])
  const data = encodeFunctionData({ abi, args: [`0x${byte}`, [input], TIME] })
  return decodeCall({ to: CALLED, value: 0n, data }, { chain: 'ethereum', from: OTHER }).calls[0]
}

const [FROM, VIA, TO] = [TOKEN, OTHER, CALLED].map((address) => address.slice(2))
const PATHS: [string, string, [Address, Address] | null][] = [
  ['one pool', `${FROM}000bb8${TO}`, [TOKEN, CALLED]],
  ['two pools', `${FROM}000bb8${VIA}000bb8${TO}`, [TOKEN, CALLED]],
  ['one pool, with another token behind it that the router never reads', `${FROM}000bb8${VIA}${TO}`, null],
  ['two pools and a byte', `${FROM}000bb8${VIA}000bb8${TO}00`, null],
  ['no pool', `${FROM}`, null],
]
for (const [name, path, tokens] of PATHS)
  test(`swaps of a path of Uniswap V3: ${name}`, () => {
    const [first, last] = tokens ?? []
    const expected = tokens === null ? ['5', '6'] : [`5 of ${first}`, `6 of ${last}`]
    for (const byte of ['00', '01']) {
      const swap = commandOf(byte, 'address,uint256,uint256,bytes,bool', [OTHER, 5n, 6n, `0x${path}`, true])
      assert.deepEqual(textsOf(swap?.meaning), expected, byte)
    }
  })

const ZEROS: [string, string, string, unknown[], string][] = [
  ['WRAP', '15', 'uint256', [0n], 'all that is open'],
  ['UNWRAP', '16', 'uint256', [0n], 'all that is open'],
  ['WRAP of an amount', '15', 'uint256', [5n], '5 wei'],
  ['UNWRAP of the balance', '16', 'uint256', [2n ** 255n], 'all the router holds'],
  ['SETTLE', '0b', 'address,uint256,bool', [TOKEN, 0n, true], `all that is open of of ${TOKEN}`],
  ['TAKE', '0e', 'address,address,uint256', [TOKEN, OTHER, 0n], `all that is open of of ${TOKEN}`],
]
for (const [name, action, types, args, expected] of ZEROS)
  test(`an amount of 0 that stands for another, Uniswap V4: ${name}`, () => {
    const params = encodeAbiParameters(parseAbiParameters(types), args)
    const v4 = commandOf('10', 'bytes,bytes[]', [`0x${action}`, [params]])
    assert.deepEqual(textsOf(v4?.calls[0]?.meaning), [expected])
  })

test('an amount of 0 in a pool of Uniswap V2 was paid before; a minimum of 0 is none', () => {
  const swap = commandOf('08', 'address,uint256,uint256,address[],bool', [OTHER, 0n, 0n, [TOKEN, CALLED], false])
  assert.deepEqual(textsOf(swap?.meaning), [`what the pair was paid in of ${TOKEN}`, `0 of ${CALLED}`])
  const unwrap = commandOf('0c', 'address,uint256', [OTHER, 0n])
  assert.deepEqual(textsOf(unwrap?.meaning), ['0 wei'])
})

const BATCH = `permitTransferFrom((${PERMISSION}[] permitted,uint256 nonce,uint256 deadline) permit,${REQUEST}[] transferDetails,address owner,bytes signature)`
const LISTS: [string, Address[], bigint[], string[]][] = [
  ['as many', [TOKEN, CALLED], [4n, 6n], [`4 of ${TOKEN}`, `6 of ${CALLED}`]],
  ['fewer amounts', [TOKEN, CALLED], [4n], ['4']],
  ['more amounts', [TOKEN, CALLED], [4n, 6n, 8n], ['4', '6', '8']],
  ['one token for two amounts', [TOKEN], [4n, 6n], ['4', '6']],
  ['one of each', [TOKEN], [4n], [`4 of ${TOKEN}`]],
  ['no token', [], [4n], ['4']],
]
for (const [name, tokens, amounts, expected] of LISTS)
  test(`amounts of one list with tokens of another: ${name}`, () => {
    const permitted = tokens.map((token) => [token, 9n])
    const requests = amounts.map((amount) => [OTHER, amount])
    const meaning = meaningOf(BATCH, [[permitted, 0n, TIME], requests, OTHER, '0x'])
    const requested = meaning?.fields.filter(({ path }) => path.includes('requestedAmount')) ?? []
    assert.deepEqual(
      requested.flatMap(({ values }) => values.map(told)),
      expected,
    )
  })

const ITEM: TokenMetadata = { standard: 'erc721', symbol: 'APE', name: null, decimals: null }
const CAT: TokenMetadata = { standard: 'erc20', symbol: 'CAT', name: null, decimals: 2 }
const EITHER: [string, unknown[]][] = [
  ['transfer(address to,uint256 value)', [OTHER, 1_234n]],
  ['approve(address spender,uint256 value)', [OTHER, 1_234n]],
  ['transferFrom(address from,address to,uint256 value)', [TOKEN, OTHER, 1_234n]],
]
for (const [signature, args] of EITHER)
  test(`a number of a token or of a collection, by what the account is: ${signature}`, () => {
    const shown = (token: TokenMetadata | null, values = args) => {
      const meaning = meaningOf(signature, values)
      const parameters = [...values.keys()].map((at) => ({ name: String(at), type: '', value: String(values[at]) }))
      const call = { to: CALLED, selector: null, functionName: null, signature: null, abi: null, value: 0n, calls: [] }
      const { fields, parameters: rows } = renderParameters(
        { ...call, args: values, parameters, ...(meaning && { meaning }) },
        { chain: 'ethereum', accounts: new Map([[CALLED, { labels: [], token }]]), imitates: () => false },
      )
      const told = fields.filter(({ label }) => ['Amount', 'Item'].includes(label))
      return [told.map(({ label, value }) => `${label}: ${value}`).join(), rows.at(-1)?.display]
    }
    const [amount, item] = ['12.34 “CAT” (0x7777…7777)', '“APE” (0x7777…7777) #1234']
    assert.deepEqual(shown(CAT), [`Amount: ${amount}`, amount])
    assert.deepEqual(shown(ITEM), [`Item: ${item}`, item])
    assert.deepEqual(shown(null), ['', null])
    const all = 'unlimited the token 0x7777…7777'
    assert.deepEqual(shown(null, [...args.slice(0, -1), MAX]), [`Amount: ${all}`, all], 'no item has this number')
  })
