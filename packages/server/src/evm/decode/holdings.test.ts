import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transfer } from './emittedLogs.ts'
import { claimedHoldings, confirmHoldings, type Holding } from './holdings.ts'
import type { ReadState } from './readState.ts'

const at = (digit: string): Address => `0x${digit.padStart(40, '0')}`
const [TOKEN, ALICE, BOB] = [at('70'), at('a1'), at('b0')]
const signal = AbortSignal.timeout(5_000)
const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const answering =
  (answer: Hex | null): ReadState =>
  async (reads) =>
    reads.map(() => answer)

test('transfers of one asset are summed per account, ids apart', () => {
  const transfer = (from: Address, to: Address, amount: bigint, tokenId: bigint | null = null): Transfer => ({
    standard: tokenId === null ? 'erc20' : 'erc1155',
    token: TOKEN,
    from,
    to,
    tokenId,
    amount,
  })
  const holdings = claimedHoldings([
    transfer(ALICE, BOB, 5n),
    transfer(BOB, ALICE, 2n),
    transfer(ALICE, BOB, 1n, 9n),
    transfer(ALICE, ALICE, 7n),
  ])
  assert.deepEqual(
    [...holdings.values()].map(({ account, tokenId, claimed }) => [account, tokenId, claimed]),
    [
      [ALICE, null, -3n],
      [BOB, null, 3n],
      [ALICE, 9n, -1n],
      [BOB, 9n, 1n],
    ],
  )
})

const fungible: Omit<Holding, 'claimed'> = { account: ALICE, standard: 'erc20', token: TOKEN, tokenId: null }
const nft: Omit<Holding, 'claimed'> = { account: ALICE, standard: 'erc721', token: TOKEN, tokenId: 7n }

/** Claimed change, answers before and after, and the resulting before, after and change. */
type Row = [string, Omit<Holding, 'claimed'>, bigint, Hex | null, Hex | null, [bigint | null, bigint | null, bigint]]
const ROWS: Row[] = [
  ['a claim that the balances confirm', fungible, -5n, word(20n), word(15n), [20n, 15n, -5n]],
  ['a made-up event', fungible, 100n, word(20n), word(20n), [20n, 20n, 0n]],
  ['a fee on transfer', fungible, 100n, word(0n), word(90n), [0n, 90n, 90n]],
  ['a silent debit', fungible, 0n, word(20n), word(3n), [20n, 3n, -17n]],
  [
    'interest between two blocks',
    fungible,
    0n,
    word(10n ** 12n),
    word(10n ** 12n + 3n),
    [10n ** 12n, 10n ** 12n + 3n, 0n],
  ],
  ['no answer at all', fungible, -5n, null, null, [null, null, -5n]],
  ['no answer before', fungible, -5n, null, word(15n), [20n, 15n, -5n]],
  ['no answer after', fungible, -5n, word(20n), null, [20n, 15n, -5n]],
  ['a claim larger than the balance', fungible, -50n, word(20n), null, [20n, null, -50n]],
  ['an answer that is too short', fungible, -5n, '0x01', '0x', [null, null, -5n]],
  ['an NFT that leaves', nft, -1n, word(ALICE), word(BOB), [1n, 0n, -1n]],
  ['an NFT that arrives', nft, 1n, word(BOB), word(ALICE), [0n, 1n, 1n]],
  ['an NFT that is minted', nft, 1n, null, word(ALICE), [0n, 1n, 1n]],
  ['an NFT that is burnt', nft, -1n, word(ALICE), null, [1n, 0n, -1n]],
  ['an NFT that never moved', nft, -1n, word(ALICE), word(ALICE), [1n, 1n, 0n]],
  ['an NFT "minted" to another account', nft, 1n, null, word(BOB), [0n, 0n, 0n]],
  ['an NFT "burnt" by one who never had it', nft, -1n, word(BOB), null, [0n, 0n, 0n]],
  ['an NFT contract without ownerOf', nft, -1n, null, null, [null, null, -1n]],
  ['an owner that is no address', nft, -1n, word(2n ** 200n), null, [null, null, -1n]],
]
for (const [name, holding, claimed, before, after, expected] of ROWS)
  test(`confirmed against state: ${name}`, async () => {
    const ports = { readBefore: answering(before), readAfter: answering(after) }
    const [row] = await confirmHoldings([{ ...holding, claimed }], ports, signal)
    assert.deepEqual([row?.before, row?.after, row?.change], expected)
  })

test('without a simulator the logs are all there is', async () => {
  const ports = { readBefore: answering(word(20n)), readAfter: null }
  const [row] = await confirmHoldings([{ ...fungible, claimed: -5n }], ports, signal)
  assert.deepEqual([row?.before, row?.after, row?.change], [20n, 15n, -5n])
})

test('reads are bounded; what is beyond keeps its claim', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ ...fungible, account: at(String(index)), claimed: 1n }))
  let asked = 0
  const counting: ReadState = async (reads) => {
    asked += reads.length
    return reads.map(() => word(0n))
  }
  const rows = await confirmHoldings(many, { readBefore: counting, readAfter: counting }, signal)
  assert.equal(asked, 400)
  assert.deepEqual([rows[0]?.change, rows[299]?.change, rows[299]?.before], [0n, 1n, null])
})
