import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { encodeAbiParameters, encodeFunctionData, erc20Abi, parseAbi, parseAbiParameters } from 'viem'
import { accountFact } from '../../intel/accountFact.ts'
import { seedLabels } from '../../intel/seed/seedLabels.ts'
import { senderHistory } from '../../intel/senderHistory.ts'
import { knows } from '../../intel/testing/knows.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { usdPrice } from '../market/usdPrice.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { openWorld, type SimulationWorld } from '../simulation/testing/simulationWorld.ts'
import { approvalChanges } from './approvalChanges.ts'
import { balanceChanges } from './balanceChanges.ts'
import { EVENTS } from './emittedLogs.ts'
import { PERMIT2 } from './grants.ts'
import { readStateAfter } from './readState.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const LOG4 = 'a4'
const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const ETHER = 10n ** 18n
const ALICE = at('a11ce')
const BOB = at('b0b')
const SPLITTER = at('5711')
const FORGER = at('f04')
const SILENT = at('5113')
const NFT = at('2f7')
const HOG = at('406')
const CAREFUL = at('ca4ef')
const WETH: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const FEED: Address = '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419'
const STALE_FEED: Address = '0x8fffffd4afb6115b954bd326cbe7b4ba576818f6'
const USDC: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const TIME = 1_780_000_000n
let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(60_000)
})
const erc20 = (functionName: 'transfer' | 'approve', to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] })
/** A Chainlink answer: round, price, start, update, round. */
const feed = (price: bigint, updatedAt: bigint): Hex =>
  assemble(`${price} 32 MSTORE ${updatedAt} 96 MSTORE 160 0 RETURN`)

const PLAIN_TOKEN: Hex = `${readArtifact('PlainToken').bytecode}${encodeAbiParameters(
  parseAbiParameters('string,string,uint8,uint256,address'),
  ['Pla\u200bin', 'PLN', 6, 1_000n, ALICE],
).slice(2)}`

let world: SimulationWorld
let block: PinnedBlock
let token: Address

before(async () => {
  world = await openWorld({ chain: { headReuseMs: 0 } })
  const code = (name: 'WrappedNative' | 'Multicall3' | 'Permit2') => ({ code: readArtifact(name).deployedBytecode })
  await world.chain.place({
    [ALICE]: { balance: 10n * ETHER },
    [WETH]: { ...code('WrappedNative'), storage: { [word(2n)]: word(18n) } },
    '0xca11bde05977b3631167028862be2a173976ca11': code('Multicall3'),
    [PERMIT2]: code('Permit2'),
    [FEED]: { code: feed(2_000n * 10n ** 8n, TIME - 100n) },
    [STALE_FEED]: { code: feed(10n ** 8n, TIME - 100_000n) },
    // Keeps 2 of 3 wei that it is sent.
    [SPLITTER]: { code: assemble(`0 0 0 0 1 ${BOB} GAS CALL STOP`) },
    // Any read of 36 bytes answers 5; any other call logs that the caller lost 100.
    [FORGER]: {
      code: assemble(
        `CALLDATASIZE 36 EQ @read JUMPI 100 0 MSTORE ${BOB} CALLER ${EVENTS.Transfer} 32 0 LOG3 STOP :read 5 0 MSTORE 32 0 RETURN`,
      ),
    },
    // All balances are slot 0, supply and decimals are 6; a call of 5 bytes takes 40 of the balances and logs nothing.
    [SILENT]: {
      code: assemble(
        'CALLDATASIZE 5 EQ @take JUMPI CALLDATASIZE 4 EQ @named JUMPI 0 SLOAD 0 MSTORE 32 0 RETURN :named 6 0 MSTORE 32 0 RETURN :take 40 0 SLOAD SUB 0 SSTORE STOP',
      ),
      storage: { [word(0n)]: word(100n) },
    },
    // Slot 0 owns every id; a call of 5 bytes passes id 7 to Bob.
    [NFT]: {
      code: `${assemble(`CALLDATASIZE 5 EQ @move JUMPI 0 SLOAD 0 MSTORE 32 0 RETURN :move ${BOB} 0 SSTORE 7 ${BOB} CALLER ${EVENTS.Transfer} 0 0`)}${LOG4}`,
      storage: { [word(0n)]: word(ALICE) },
    },
    // Reverts at once when it has little gas.
    [CAREFUL]: { code: assemble('190000 GAS LT @no JUMPI 7 0 MSTORE 32 0 RETURN :no 0 0 REVERT') },
    // Logs a transfer, and burns all gas when it is read.
    [HOG]: {
      code: assemble(
        `CALLDATASIZE 36 EQ @burn JUMPI 1 0 MSTORE ${BOB} CALLER ${EVENTS.Transfer} 32 0 LOG3 STOP :burn INVALID`,
      ),
    },
  })
  token = await deploy(PLAIN_TOKEN)
  block = await world.source.head(signal)
})
after(() => world[Symbol.asyncDispose]())

async function send(transaction: { from: Address; to?: Address; data?: Hex }): Promise<{ contractAddress: Address }> {
  const hash = await world.chain.rpc('eth_sendTransaction', [{ gas: '0x4c4b40', ...transaction }])
  await world.chain.rpc('evm_mine', [])
  return (await world.chain.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
}
const deploy = async (data: Hex) => (await send({ from: ALICE, data })).contractAddress

async function run(parts: Partial<Transaction>) {
  const transaction: Transaction = { from: ALICE, to: token, value: 0n, data: '0x', ...parts }
  const simulation = await world.simulator.simulate({ block, transaction, signal, environments: 'none' })
  const readAfter = readStateAfter(world.simulator, block, simulation)
  const priceOf = (asset: Address | null) => usdPrice(world.source, { block, asset }, signal)
  const ports = { chain: world.source, readAfter, priceOf }
  const [balances, approvals] = await Promise.all([
    balanceChanges(ports, { block, transaction, simulation }, signal),
    approvalChanges(ports, { block, simulation }, signal),
  ])
  return { balances: balances.map(short), approvals: approvals.map(grant), rows: balances, simulation }
}
const short = ({ account, address, tokenId, change, before: had, after: has }: BalanceChange) => [
  account,
  address,
  ...(tokenId === null ? [] : [tokenId]),
  had,
  change,
  has,
]
const grant = (change: ApprovalChange) => [
  change.standard,
  change.spender,
  change.before,
  change.after,
  change.unlimited,
]

describe('balance changes', () => {
  it('tells name and decimals of a token that the transaction creates', async () => {
    const { rows, simulation } = await run({ to: null, data: PLAIN_TOKEN })
    const minted = rows.filter(({ address }) => address !== null)
    assert.deepEqual(
      minted.map(({ account, address, symbol, decimals, change }) => [account, address, symbol, decimals, change]),
      [[ALICE, simulation.created, 'PLN', 6, 1_000n]],
    )
  })

  it('shows native value without the fee, priced', async () => {
    const { rows, simulation } = await run({ to: SPLITTER, value: 3n * ETHER })
    assert.ok(simulation.gasUsed > 21_000n)
    const balance = await world.source.balance(block, ALICE, signal)
    assert.deepEqual(
      rows.map(({ account, change }) => [account, change]),
      [
        [ALICE, -3n * ETHER],
        [BOB, 1n],
        [SPLITTER, 3n * ETHER - 1n],
      ],
    )
    assert.deepEqual([rows[0]?.before, rows[0]?.after], [balance, balance - 3n * ETHER])
    assert.deepEqual([rows[0]?.symbol, rows[0]?.changeUsd, rows[0]?.priceSource], ['ETH', -6_000, 'Chainlink ETH/USD'])
  })

  it('shows a token transfer from its own balances, with cleaned metadata', async () => {
    const { balances, rows } = await run({ data: erc20('transfer', BOB, 300n) })
    assert.deepEqual(balances, [
      [ALICE, token, 1_000n, -300n, 700n],
      [BOB, token, 0n, 300n, 300n],
    ])
    assert.deepEqual([rows[0]?.symbol, rows[0]?.decimals, rows[0]?.changeUsd], ['PLN', 6, null])
  })

  it('shows wrapping as a trade of equals, without a Transfer event', async () => {
    const { rows } = await run({ to: WETH, value: ETHER, data: '0xd0e30db0' })
    assert.deepEqual(
      rows.map(({ account, assetType, change, changeUsd }) => [account, assetType, change, changeUsd]),
      [
        [ALICE, 'native', -ETHER, -2_000],
        [ALICE, 'erc20', ETHER, 2_000],
        [WETH, 'native', ETHER, 2_000],
      ],
    )
  })

  it('believes balances, not events', async () => assert.deepEqual((await run({ to: FORGER })).balances, []))

  it('finds a debit that nothing logged', async () =>
    assert.deepEqual((await run({ to: SILENT, data: '0x0000000000' })).balances, [[ALICE, SILENT, 100n, -40n, 60n]]))

  it('follows an NFT', async () =>
    assert.deepEqual((await run({ to: NFT, data: '0x0000000000' })).balances, [
      [ALICE, NFT, 7n, 1n, -1n, 0n],
      [BOB, NFT, 7n, 0n, 1n, 1n],
    ]))

  it('keeps the claim of a token that cannot be read', async () =>
    assert.deepEqual((await run({ to: HOG })).balances, [
      [ALICE, HOG, null, -1n, null],
      [BOB, HOG, null, 1n, null],
    ]))

  it('still tells value and confirmed tokens when the call tree was cut', async () => {
    const transaction: Transaction = { from: ALICE, to: WETH, value: ETHER, data: '0xd0e30db0' }
    const whole = await world.simulator.simulate({ block, transaction, signal, environments: 'none' })
    const simulation = { ...whole, trace: null, truncated: true }
    const readAfter = readStateAfter(world.simulator, block, simulation)
    const ports = { chain: world.source, readAfter, priceOf: null }
    const rows = await balanceChanges(ports, { block, transaction, simulation }, signal)
    assert.deepEqual(
      rows.map(({ account, assetType, change }) => [account, assetType, change]),
      [
        [ALICE, 'native', -ETHER],
        [ALICE, 'erc20', ETHER],
        [WETH, 'native', ETHER],
      ],
    )
  })

  it('shows nothing for a transaction that reverts', async () =>
    assert.deepEqual((await run({ data: erc20('transfer', BOB, 3_000n), value: 0n })).balances, []))
})

describe('reads of the state afterwards', () => {
  async function open(data: Hex) {
    const transaction: Transaction = { from: ALICE, to: token, value: 0n, data }
    const simulation = await world.simulator.simulate({ block, transaction, signal, environments: 'none' })
    const counted = { runs: 0 }
    const simulator = {
      ...world.simulator,
      read: (request: Parameters<typeof world.simulator.read>[0]) => {
        counted.runs++
        return world.simulator.read(request)
      },
    }
    return { counted, read: readStateAfter(simulator, block, simulation) }
  }
  const balanceOf = (to: Address, account: Address) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  })

  it('are one run for all who ask in one tick, and none for nothing', async () => {
    const { counted, read } = await open(erc20('transfer', BOB, 300n))
    const answers = await Promise.all([
      read([balanceOf(token, ALICE)], signal),
      read([], signal),
      read([balanceOf(token, BOB), balanceOf(WETH, BOB)], signal),
    ])
    assert.deepEqual(answers, [[word(700n)], [], [word(300n), word(0n)]])
    assert.equal(counted.runs, 1)
  })

  it('cost only their own asker when one of them spoils the run', async () => {
    const { read } = await open(erc20('transfer', BOB, 300n))
    const hogs = Array.from({ length: 30 }, () => balanceOf(HOG, ALICE))
    const [spoilt, good] = await Promise.all([read(hogs, signal), read([balanceOf(token, BOB)], signal)])
    assert.ok(spoilt.every((answer) => answer === null))
    assert.deepEqual(good, [word(300n)])
  })

  it('leave each its own gas, for every contract asked before it', async () => {
    const { read } = await open(erc20('transfer', BOB, 300n))
    const honest = Array.from({ length: 8 }, (_, index) => balanceOf(token, at(`acc${index}`)))
    const [spoilt, ...good] = await read([balanceOf(HOG, ALICE), ...honest, balanceOf(CAREFUL, ALICE)], signal)
    assert.equal(spoilt, null)
    assert.deepEqual(good, [...honest.map(() => word(0n)), word(7n)])
  })

  it('end with the caller who gave up, and not with the others', async () => {
    const { read } = await open(erc20('transfer', BOB, 300n))
    const gone = AbortSignal.abort(new Error('gone'))
    const [left, stayed] = await Promise.allSettled([
      read([balanceOf(token, ALICE)], gone),
      read([balanceOf(token, BOB)], signal),
    ])
    assert.equal(left.status, 'rejected')
    assert.deepEqual(stayed, { status: 'fulfilled', value: [word(300n)] })
  })
})

describe('approval changes', () => {
  it('shows an unlimited approval', async () =>
    assert.deepEqual((await run({ data: erc20('approve', BOB, 2n ** 256n - 1n) })).approvals, [
      ['erc20', BOB, 0n, 2n ** 256n - 1n, true],
    ]))

  it('shows an approval of the whole supply by its only holder as bounded, and twice as much as unlimited', async () => {
    assert.deepEqual((await run({ data: erc20('approve', BOB, 999n) })).approvals, [['erc20', BOB, 0n, 999n, false]])
    assert.deepEqual((await run({ data: erc20('approve', BOB, 1_000n) })).approvals, [
      ['erc20', BOB, 0n, 1_000n, false],
    ])
    assert.deepEqual((await run({ data: erc20('approve', BOB, 2_000n) })).approvals, [['erc20', BOB, 0n, 2_000n, true]])
  })

  it('shows no row for an approval that changes nothing', async () =>
    assert.deepEqual((await run({ data: erc20('approve', BOB, 0n) })).approvals, []))

  it('shows a Permit2 approval with its expiry', async () => {
    const abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
    const data = encodeFunctionData({ abi, args: [token, BOB, 2n ** 160n - 1n, Number(TIME) + 999] })
    assert.deepEqual((await run({ to: PERMIT2, data })).approvals, [['permit2', BOB, 0n, 2n ** 160n - 1n, true]])
  })

  it('a truncated call tree is unknown, not "no approvals"', async () => {
    const { simulation } = await run({ data: erc20('approve', BOB, 5n) })
    const cut = { ...simulation, trace: null, truncated: true }
    await assert.rejects(approvalChanges({ chain: world.source, readAfter: null }, { block, simulation: cut }, signal))
  })
})

describe('accounts, prices, history', () => {
  const account = (address: Address, recentBlocks?: bigint) =>
    accountFact(
      { chain: world.source, intel: knows(seedLabels), ...(recentBlocks === undefined ? {} : { recentBlocks }) },
      { block, address },
      signal,
    )

  it('tells people from contracts', async () => {
    const delegated = at('7702')
    await world.chain.place({ [delegated]: { code: `0xef0100${BOB.slice(2)}` } })
    block = await world.source.head(signal)
    const [person, delegate, contract, precompile] = await Promise.all([
      account(ALICE),
      account(delegated),
      account(token, 1n),
      account(at('1')),
    ])
    assert.deepEqual([person.class, person.codeHash, person.token, person.deployedRecently], ['eoa', null, null, null])
    assert.deepEqual([delegate.class, delegate.delegate, delegate.codeSize], ['delegated-eoa', BOB, 23])
    assert.equal(contract.class, 'contract')
    assert.deepEqual(contract.token, { standard: 'erc20', symbol: 'PLN', name: 'Pla[U+200B]in', decimals: 6 })
    assert.equal(contract.deployedRecently, false)
    assert.equal(precompile.class, 'precompile')
  })

  it('answers the same when a contract is expected', async () => {
    for (const address of [ALICE, token])
      assert.deepEqual(
        await accountFact(
          { chain: world.source, intel: knows(seedLabels) },
          { block, address, expectContract: true },
          signal,
        ),
        await account(address),
      )
  })

  it('knows a new contract from an old one, and says when it cannot', async () => {
    assert.equal((await account(token, block.number)).deployedRecently, true)
    assert.equal((await account(token)).deployedRecently, null)
    assert.deepEqual(
      (await account(WETH)).labels.map(({ name }) => name),
      ['Wrapped Ether (WETH)'],
    )
  })

  it('has no price from a stale, missing or unknown feed', async () => {
    const price = (asset: Address | null) => usdPrice(world.source, { block, asset }, signal)
    assert.equal((await price(WETH))?.usd, 2_000)
    assert.equal(await price(USDC), null)
    assert.equal(await price('0xdac17f958d2ee523a2206206994597c13d831ec7'), null)
    assert.equal(await price(token), null)
  })

  it('lists the sender’s counterparties, newest first, zero values marked', async () => {
    await send({ from: ALICE, to: token, data: erc20('transfer', BOB, 1n) })
    await send({ from: ALICE, to: token, data: erc20('transfer', SPLITTER, 0n) })
    const head = await world.source.head(signal)
    const history = await senderHistory({ chain: world.source }, { block: head, sender: ALICE }, signal)
    assert.deepEqual(
      history.map(({ address, direction, zeroValue }) => [address, direction, zeroValue]),
      [
        [SPLITTER, 'out', true],
        [BOB, 'out', false],
        [at('0'), 'in', false],
      ],
    )
    const recent = await senderHistory({ chain: world.source, blocks: 1n }, { block: head, sender: ALICE }, signal)
    assert.equal(recent.length, 1)
  })
})
