import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { concatHex, keccak256, parseTransaction, type TransactionSerializable, toRlp } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { assemble } from '../../src/evm/simulation/testing/assembler.ts'
import type { FixtureAccount } from './fixtureSource.ts'
import { type RecordedBlock, replayBlock } from './replayBlock.ts'

const SENDER = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const LOGGER: Address = '0x00000000000000000000000000000000000000c1'
const GWEI = 10n ** 9n
const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const BLOB: Hex = `0x01${'ab'.repeat(31)}`
const NO_BLOOM: Hex = `0x${'00'.repeat(256)}`

/** Sets the three bits of an address (yellow paper, 4.3.1). */
function bloomOf(address: Address): Hex {
  const [hash, bloom] = [Buffer.from(keccak256(address).slice(2), 'hex'), Buffer.from(NO_BLOOM.slice(2), 'hex')]
  for (const at of [0, 2, 4]) {
    const bit = hash.readUInt16BE(at) & 2047
    bloom[255 - (bit >> 3)] = (bloom[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
  }
  return `0x${bloom.toString('hex')}`
}

/** A block of one transaction, whose contract logs what one opcode answers, with the header that this makes. */
async function blockOf(made: {
  number: bigint
  timestamp: bigint
  opcode: string
  /** Gas of the opcode with its arguments. */
  gas: bigint
  answer: bigint
  header: Record<string, unknown>
  members?: Record<string, unknown>
}) {
  const type = made.members === undefined ? 'eip1559' : 'eip4844'
  const { members = {}, opcode, header } = made
  const transaction = {
    type,
    chainId: 1,
    nonce: 0,
    gas: 100_000n,
    to: LOGGER,
    value: 0n,
    data: '0x',
    accessList: [],
    maxFeePerGas: 3n * GWEI,
    maxPriorityFeePerGas: GWEI,
    ...members,
  } as const
  const raw = await SENDER.signTransaction(transaction as unknown as TransactionSerializable)
  const { r, s, yParity } = signatureOf(raw)
  // Base cost, the opcode, two pushes and a store into the first word, two pushes and LOG0 of 32 bytes.
  const gasUsed = 21_000n + made.gas + 3n + 6n + 6n + 375n + 256n
  const logs = [[LOGGER, [], word(made.answer)]]
  const bloom = bloomOf(LOGGER)
  const receipt = concatHex([
    type === 'eip4844' ? '0x03' : '0x02',
    toRlp(['0x01', quantity(gasUsed), bloom, logs] as never),
  ])
  const hexed = Object.fromEntries(
    Object.entries(transaction).map(([name, value]) => [name, typeof value === 'bigint' ? quantity(value) : value]),
  )
  const block: RecordedBlock = {
    number: quantity(made.number),
    timestamp: quantity(made.timestamp),
    hash: word(7n),
    parentHash: word(6n),
    miner: `0x${'cc'.repeat(20)}`,
    gasLimit: quantity(30_000_000n),
    baseFeePerGas: quantity(GWEI),
    mixHash: word(5n),
    gasUsed: quantity(gasUsed),
    logsBloom: bloom,
    difficulty: '0x0',
    ...header,
    // The root of a trie of one receipt: one leaf, whose path is the key of index 0.
    receiptsRoot: keccak256(toRlp(['0x2080', receipt])),
    transactions: [
      { ...hexed, type: type === 'eip4844' ? '0x3' : '0x2', input: '0x', hash: keccak256(raw), r, s, v: yParity },
    ],
  }
  const accounts = new Map<Address, FixtureAccount>([
    [SENDER.address.toLowerCase() as Address, { balance: 10n ** 18n, nonce: 0, code: '0x', storage: new Map() }],
    [LOGGER, { balance: 0n, nonce: 1, code: assemble(`${opcode} 0 MSTORE 32 0 LOG0 STOP`), storage: new Map() }],
  ])
  return { block, accounts }
}

function signatureOf(raw: Hex) {
  const { r, s, yParity } = parseTransaction(raw as `0x02${string}`) as { r: Hex; s: Hex; yParity: number }
  return { r, s, yParity: quantity(BigInt(yParity)) }
}

const replay = ({ block, accounts }: Awaited<ReturnType<typeof blockOf>>, more: object = {}) =>
  replayBlock({ ...block, ...more }, accounts, new Map())

describe('a block that reads its difficulty', () => {
  const difficulty = 0x27472e1db3626an
  const opcode = { opcode: 'PREVRANDAO', gas: 2n, timestamp: 1_663_224_162n, answer: difficulty }
  const header = { difficulty: quantity(difficulty) }

  // From 15,537,351 on the engine answers DIFFICULTY with the randomness, although work was proved until 15,537,393.
  for (const number of [15_000_000n, 15_537_351n, 15_537_393n])
    it(`is exact with the one of block ${number}, and differs with another`, async () => {
      const made = await blockOf({ ...opcode, number, header })
      assert.equal(await replay(made), null)
      const other = await replay(made, { difficulty: '0x1' })
      assert.deepEqual((other as { differs: string[] }).differs, ['receiptsRoot'])
    })

  it('reads the randomness after that', async () => {
    const made = await blockOf({ ...opcode, number: 15_537_394n, header: {}, answer: 5n })
    assert.equal(await replay(made), null)
    assert.notEqual(await replay(made, { mixHash: word(4n) }), null)
  })
})

describe('a block with a blob transaction', () => {
  const cancun = { number: 20_000_000n, timestamp: 1_720_000_000n }
  const members = { maxFeePerBlobGas: 10n ** 12n, blobVersionedHashes: [BLOB], sidecars: false }
  const header = { excessBlobGas: quantity(80_000_000n), blobGasUsed: quantity(131_072n) }

  it('is exact without its blobs', async () => {
    const made = await blockOf({ ...cancun, opcode: '0 BLOBHASH', gas: 6n, answer: BigInt(BLOB), members, header })
    assert.equal(await replay(made), null)
  })

  it('has the price of blobs that its excess makes', async () => {
    // e to the power of 80,000,000 / 3,338,477 (EIP-4844).
    const made = await blockOf({ ...cancun, opcode: 'BLOBBASEFEE', gas: 2n, answer: 25_527_513_271n, members, header })
    assert.equal(await replay(made), null)
    const cheaper = await replay(made, { excessBlobGas: quantity(79_000_000n) })
    assert.deepEqual((cheaper as { differs: string[] }).differs, ['receiptsRoot'])
  })

  it('is not replayed where a member differs from the signed one', async () => {
    const made = await blockOf({ ...cancun, opcode: '0 BLOBHASH', gas: 6n, answer: BigInt(BLOB), members, header })
    const [transaction] = made.block.transactions
    const other = [{ ...transaction, blobVersionedHashes: [`0x01${'cd'.repeat(31)}`] }]
    assert.match(JSON.stringify(await replay(made, { transactions: other })), /encode to another hash/)
  })
})
