import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  account,
  change,
  contract,
  ETHER,
  FRIEND,
  invoke,
  pay,
  ROUTER,
  router,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../testing/sampleFacts.ts'
import { moves, partsOf, type TestStep } from '../testing/testParts.ts'

const POOL = `0x9001${'0'.repeat(36)}` as const
const ACCOUNTS = [router(), account(STRANGER), account(FRIEND), contract(UNKNOWN_CONTRACT), contract(POOL)]
const DOLLARS = 1_000_000n
const swap = moves(
  invoke(ROUTER, 'swapExactETHForTokens(uint256)', [1n], { value: ETHER }),
  change(TRADER, -ETHER, { changeUsd: -3_000 }),
  usdc(TRADER, 3_000n * DOLLARS),
  change(POOL, ETHER, { changeUsd: 3_000 }),
  usdc(POOL, -3_000n * DOLLARS),
)
const transfers = (to: typeof STRANGER, amount: bigint): TestStep =>
  moves(invoke(USDC, 'transfer(address,uint256)', [to, amount]), usdc(TRADER, -amount), usdc(to, amount))
const shown = (...steps: TestStep[]) =>
  partsOf(steps, ACCOUNTS).map(({ movements: { lost, gained } }) => [
    lost.map(({ how, returned }) => `${how} ${returned}`).join(),
    gained.length,
  ])

describe('the parts of a bundle', () => {
  test('a single call has none', () => {
    assert.deepEqual(shown(swap), [])
  })

  test('what a swap earns is no return for a transfer, in either order', () => {
    assert.deepEqual(shown(swap, transfers(STRANGER, 900n * DOLLARS)), [
      ['paid value', 1],
      ['sent nothing', 0],
    ])
    assert.deepEqual(shown(transfers(STRANGER, 900n * DOLLARS), swap), [
      ['sent nothing', 0],
      ['paid value', 1],
    ])
  })

  test('a call that moves nothing of the sender’s is no part', () => {
    assert.equal(
      shown(swap, moves(invoke(USDC, 'approve(address,uint256)', [ROUTER, 1n])), transfers(FRIEND, 1n)).length,
      2,
    )
  })

  test('repaying a contract and withdrawing from it is one exchange', () => {
    const repay = moves(
      invoke(UNKNOWN_CONTRACT, 'repay(address,uint256)', [USDC, 500n * DOLLARS]),
      usdc(TRADER, -500n * DOLLARS),
      usdc(UNKNOWN_CONTRACT, 500n * DOLLARS),
    )
    const withdraw = moves(
      invoke(UNKNOWN_CONTRACT, 'withdraw(uint256)', [ETHER]),
      change(TRADER, ETHER, { changeUsd: 3_000 }),
      change(UNKNOWN_CONTRACT, -ETHER, { changeUsd: -3_000 }),
    )
    assert.deepEqual(shown(repay, withdraw), [['paid value', 1]])
    assert.deepEqual(shown(withdraw, repay), [['paid value', 1]], 'in either order')
    assert.equal(shown(swap, repay)[1]?.[0], 'paid nothing', 'and what a swap earns elsewhere is none')
  })

  test('tokens sent to a pool are paid for by what the pool gives in the next call', () => {
    const give = moves(
      invoke(POOL, 'swap(uint256,uint256,address,bytes)', [ETHER, 0n, TRADER, '0x']),
      change(TRADER, ETHER, { changeUsd: 3_000 }),
      change(POOL, -ETHER, { changeUsd: -3_000 }),
    )
    assert.deepEqual(shown(transfers(POOL, 3_000n * DOLLARS), give), [['paid value', 1]])
  })

  test('a contract that is paid by a transfer and gives back dust has paid for nothing', () => {
    const dust = moves(
      invoke(UNKNOWN_CONTRACT, 'claim()', []),
      change(TRADER, 1_000n, { changeUsd: 0.000001 }),
      change(UNKNOWN_CONTRACT, -1_000n, { changeUsd: -0.000001 }),
    )
    assert.deepEqual(shown(transfers(UNKNOWN_CONTRACT, 900n * DOLLARS), dust), [['paid nothing', 1]])
  })

  test('a person who is paid is no counterpart of what another call earns', () => {
    const claim = moves(
      invoke(UNKNOWN_CONTRACT, 'claim()', []),
      change(TRADER, ETHER, { changeUsd: 3_000 }),
      change(STRANGER, -ETHER, { changeUsd: -3_000 }),
    )
    assert.equal(shown(transfers(STRANGER, 900n * DOLLARS), claim)[0]?.[0], 'sent nothing')
  })

  test('a payment inside a known router’s multicall is told apart from its trade', () => {
    const payment = pay(STRANGER, 4n * ETHER).decodedCall
    const both = moves(
      invoke(ROUTER, 'multicall(bytes)', ['0x01'], { value: 5n * ETHER, calls: [swap.decodedCall, payment] }),
      change(TRADER, -5n * ETHER, { changeUsd: -15_000 }),
      usdc(TRADER, 5_000n * DOLLARS),
      change(STRANGER, 4n * ETHER, { changeUsd: 12_000 }),
    )
    assert.deepEqual(shown(both), [['paid value,sent nothing', 1]])
    const disguised = moves(
      invoke(UNKNOWN_CONTRACT, 'multicall(bytes)', ['0x01'], { value: 5n * ETHER, calls: [payment] }),
      change(TRADER, -5n * ETHER),
      change(STRANGER, 4n * ETHER),
    )
    assert.deepEqual(shown(disguised), [], 'of unknown code it is one call')
  })

  test('so is what the Universal Router is told to send with Permit2', () => {
    const command = {
      ...invoke(ROUTER, 'x()', []).decodedCall,
      selector: null,
      functionName: 'PERMIT2_TRANSFER_FROM',
      args: [USDC, STRANGER, 900n * DOLLARS],
      abi: 'universal-router-command',
    }
    const both = moves(
      invoke(ROUTER, 'execute(bytes,bytes[])', ['0x0a02', []], { value: ETHER, calls: [swap.decodedCall, command] }),
      change(TRADER, -ETHER, { changeUsd: -3_000 }),
      usdc(TRADER, 2_100n * DOLLARS),
      usdc(STRANGER, 900n * DOLLARS),
    )
    assert.deepEqual(shown(both), [['paid value,sent nothing', 1]])
  })
})
