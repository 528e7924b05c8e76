import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ActingWallet, SignedTransaction } from '../../domain/ports/signedTransactions.ts'
import type { ScannedExecution } from '../scans/transaction/scanExecution.ts'
import { judgeSend } from './judgeSend.ts'

const addressOf = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`
const [RELAYER, WALLET, MODULE, TOKEN] = [1, 2, 3, 4].map(addressOf) as [Address, Address, Address, Address]

const frame = (from: Address, to: Address, calls: CallFrame[] = [], more: Partial<CallFrame> = {}): CallFrame => ({
  type: 'CALL',
  from,
  to,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x11',
  output: '0x',
  error: null,
  revertReason: null,
  logs: [],
  calls,
  ...more,
})
const WRITTEN = { storage: { '0x00': { before: '0x00' as Hex, after: '0x01' as Hex } } }
const loses = (account: Address) => ({ account, address: null, tokenId: null, change: -1n, changeUsd: -1 })

type Execution = { trace?: CallFrame; stateDiff?: StateDiff; losing?: Address[]; truncated?: boolean }

/** Judges a transaction of the relayer whose execution is given, where one wallet has a policy. */
async function judged(execution: Execution, acting: ActingWallet[] = []) {
  const scanned: Transaction[] = []
  const asked: Address[] = []
  const scan = async ({ transaction }: { transaction: Transaction }) => {
    const isOuter = scanned.push(transaction) === 1
    const { trace = frame(RELAYER, MODULE), stateDiff = {}, losing = [], truncated = false } = isOuter ? execution : {}
    const balanceChanges = losing.map(loses)
    const simulation = { success: true, truncated, trace, stateDiff }
    const facts = {
      simulation,
      principals: [transaction.from],
      executedMovements: { lost: [], gained: [] },
      balanceChanges,
      grants: [],
      rights: [],
      privilegeChanges: [],
    }
    const result = { riskScore: 0, riskLevel: 'safe', recommendation: 'PROCEED', complete: true, warnings: [] }
    const gathered = { facts, missing: {}, incomplete: {}, complete: true }
    return { scan: result, simulation, balanceChanges, approvalChanges: [], gathered } as unknown as ScannedExecution
  }
  const signed = {
    hash: '0x',
    transaction: { from: RELAYER, to: MODULE, value: 0n, data: '0x11' },
    authorities: [],
  } as unknown as SignedTransaction
  const guardedOf = async (accounts: readonly Address[]) => {
    asked.push(...accounts)
    return accounts.filter((one) => one === WALLET)
  }
  const ports = { actingWallets: async () => acting, guardedOf }
  const send = await judgeSend(scan as never, ports, { chain: 'ethereum', signed, nonce: 0 }, {} as never)
  const own = send.effects.find(({ wallet }) => wallet === WALLET)?.effects ?? null
  return { ...send, own, scanned, asked }
}

describe('wallets that act without losing anything', () => {
  const pays = frame(WALLET, TOKEN, [], { input: '0xa9' })

  test('one that a module or delegate makes act is asked by its calls, which are scanned as its own', async () => {
    const { own, scanned, verdict } = await judged({ trace: frame(RELAYER, MODULE, [frame(MODULE, WALLET, [pays])]) })
    assert.deepEqual(
      own?.calls.map(({ to, data }) => [to, data]),
      [[TOKEN, '0xa9']],
    )
    assert.deepEqual(
      scanned.slice(1).map(({ from, calls }) => [from, calls?.length]),
      [[WALLET, 1]],
    )
    assert.deepEqual([own?.complete, verdict.complete], [true, true])
  })

  test('one that is made to run other code as its own is not read', async () => {
    const foreign = frame(WALLET, TOKEN, [], { type: 'DELEGATECALL', input: '0x22' })
    const { verdict } = await judged({ trace: frame(RELAYER, MODULE, [frame(MODULE, WALLET, [foreign])]) })
    assert.deepEqual([verdict.complete, verdict.missing], [false, ['acting wallets']])
  })

  test('one that is paid, or asked for a signature, is not asked', async () => {
    const { own, asked, scanned } = await judged({
      trace: frame(RELAYER, MODULE, [frame(MODULE, WALLET, [], { value: 5n })]),
      stateDiff: { [WALLET]: { balance: { before: 0n, after: 5n }, storage: {} }, [TOKEN]: WRITTEN },
    })
    assert.deepEqual([own, scanned.length], [null, 1])
    assert.ok(!asked.includes(WALLET))
  })

  test('one whose own storage or code is written by a call that it does not make is not known', async () => {
    const code = { code: { before: '0x' as Hex, after: '0xfe' as Hex }, storage: {} }
    for (const diff of [WRITTEN, code]) {
      const trace = frame(RELAYER, MODULE, [frame(MODULE, WALLET)])
      assert.equal((await judged({ trace, stateDiff: { [WALLET]: diff } })).own?.complete, false)
    }
  })

  test('a wallet that its own user operation deploys is judged by the operation', async () => {
    const operation: ActingWallet = {
      wallet: WALLET,
      via: 'user-operation',
      transaction: { from: WALLET, to: TOKEN, value: 0n, data: '0x' },
    }
    const code = { code: { before: '0x' as Hex, after: '0xfe' as Hex }, storage: {} }
    assert.equal((await judged({ stateDiff: { [WALLET]: code } }, [operation])).own?.complete, true)
  })

  test('many accounts that lose something hide none', async () => {
    const losing = [...Array.from({ length: 100 }, (_, index) => addressOf(1_000 + index)), WALLET]
    const { effects } = await judged({ losing })
    assert.deepEqual(
      effects.map(({ wallet }) => wallet),
      [RELAYER, WALLET],
    )
  })

  test('an execution that was too large to read is not known', async () => {
    assert.equal((await judged({ truncated: true })).verdict.complete, false)
  })
})
