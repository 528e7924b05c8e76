import type { Address } from '@redoubt/risk/address.ts'
import type { DepositTrial } from '@redoubt/risk/facts/deposit.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { carryState } from '../simulation/prepareRun.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'
import { quoteSlots } from '../trade/quoteSlots.ts'
import { word, words } from '../trade/trader.ts'
import type { EntryCall } from './entryCall.ts'

type Sources = { chain: ChainSource; simulator: Simulator }
type Asked = { block: PinnedBlock; address: Address; coins: bigint }

/** What the account has, as a multiple of what it pays: enough that no payment is most of a holding. */
const HELD = 4n
const GAS = 3_000_000n
const MAX_UINT = 2n ** 256n - 1n

/** Funds of the account that makes a call, and its approvals; null where a token does not show where it keeps balances. */
export async function fundsOf(
  { chain, simulator }: Sources,
  { block, address, coins }: Asked,
  { from, value, tokens }: EntryCall,
  signal: AbortSignal,
): Promise<{ overrides: StateOverrides; approvals: Transaction[] } | null> {
  const overrides: StateOverrides = { [from]: { balance: HELD * (value > coins ? value : coins) } }
  for (const { token, amount } of tokens) {
    const slotOf = await quoteSlots({ chain, simulator }, { block, token }, signal)
    if (slotOf === null) return null
    overrides[token] = { storage: { [slotOf(from)]: `0x${word(amount * HELD)}` } }
  }
  const approvals = tokens.flatMap(({ token }) =>
    token === address ? [] : [asCall(from, token, words('0x095ea7b3', address, MAX_UINT))],
  )
  return { overrides, approvals }
}

export function callOf(address: Address, { from, value, data }: EntryCall): Transaction {
  return { from, to: address, value, data, gas: GAS }
}

/** Makes a call with the account's funds, traced; null where it fails. @throws when it cannot be executed. */
export async function depositTrial(
  { simulator }: Sources,
  { block, address }: Asked,
  {
    call,
    repeated,
    funds,
  }: { call: EntryCall; repeated: boolean; funds: NonNullable<Awaited<ReturnType<typeof fundsOf>>> },
  signal: AbortSignal,
): Promise<Omit<DepositTrial, 'strangerTake' | 'takesAgain'> | null> {
  const { overrides, approvals } = funds
  const steps =
    approvals.length === 0
      ? []
      : await simulator.simulateSteps({ block, transactions: approvals, stateOverrides: overrides, signal })
  if (steps.some(({ success }) => !success)) return null
  const state = steps.reduce((before, { stateDiff }) => carryState(before, stateDiff), overrides)
  // Gas is free of charge to it, as the approvals were: what it holds is what it pays with.
  const { [call.from]: own = {}, ...others } = state
  const stateOverrides = { ...others, [call.from]: { ...own, balance: overrides[call.from]?.balance ?? 0n } }
  const { gas: _, ...transaction } = callOf(address, call)
  const simulation = await simulator.simulate({ block, transaction, stateOverrides, environments: 'none', signal })
  if (!simulation.success || simulation.trace === null) return null
  const funded = asDiff(stateOverrides)
  return {
    repeated,
    transaction,
    simulation: { ...simulation, stateDiff: withUnchanged(simulation.stateDiff, funded) },
    funded,
  }
}

function asDiff(state: StateOverrides): StateDiff {
  return Object.fromEntries(
    (Object.entries(state) as [Address, StateOverrides[Address]][]).map(
      ([address, { balance, nonce, storage = {} }]) => [
        address,
        {
          ...(balance !== undefined && { balance: { before: balance, after: balance } }),
          ...(nonce !== undefined && { nonce: { before: nonce, after: nonce } }),
          storage: Object.fromEntries(
            Object.entries(storage).map(([slot, one]) => [slot, { before: one, after: one }]),
          ),
        },
      ],
    ),
  )
}

/** Later runs on the state after the call see the funds too. */
function withUnchanged(diff: StateDiff, funded: StateDiff): StateDiff {
  const all: StateDiff = { ...diff }
  for (const [key, own] of Object.entries(funded)) {
    const address = key as Address
    const { storage = {}, ...changed } = all[address] ?? {}
    all[address] = { ...own, ...changed, storage: { ...own.storage, ...storage } }
  }
  return all
}

function asCall(from: Address, to: Address, data: Transaction['data']): Transaction {
  return { from, to, value: 0n, data }
}
