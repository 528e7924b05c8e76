import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Log, Simulation } from '@redoubt/risk/execution.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { DelegateAct, DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/pockets.ts'
import { quoteSlots } from '../trade/quoteSlots.ts'
import { word } from '../trade/trader.ts'
import { argumentPlan } from './calls/argumentPlan.ts'

const COIN = 10n ** 18n
/** Base units of each token that the account is given where it has none. */
const TOKENS = 10n ** 12n
const GAS = 1_000_000n
const MAX_FUNCTIONS = 24
const MAX_WAYS = 5
/** Executions side by side. */
const AT_ONCE = 4
/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Way = { call: Transaction; signature: string | null; args: string[] }

/**
 * What a stranger can do with an account through the delegate whose code it runs (EIP-7702): pays it, and calls each function, with
 * coin and tokens in the account. A wallet refuses strangers, and keeps what it is paid. `delegate`: pretends that the account has
 * handed itself over to it already; `max`: ends as soon as that many ways to take something were seen.
 * @throws SimulationUnavailable, and when the network cannot be read.
 */
export async function gatherDelegateActs(
  sources: { chain: ChainSource; simulator: Simulator },
  asked: { block: PinnedBlock; address: Address; bytecode: Bytecode; delegate?: Address; max?: number },
  signal: AbortSignal,
): Promise<DelegateActs> {
  const { block, address, bytecode, delegate, max = Number.POSITIVE_INFINITY } = asked
  const stranger = freshAccount(block.hash, address, 'stranger')
  const [stateOverrides, tokens] = await endowed(sources, { block, address, stranger }, signal)
  if (delegate !== undefined)
    stateOverrides[address] = { ...stateOverrides[address], code: `0xef0100${delegate.slice(2)}` }
  const { ways, cut } = waysOf(bytecode, { address, stranger, tokens })
  const acts: DelegateAct[] = []
  for (let at = 0; at < ways.length && acts.length < max; at += AT_ONCE) {
    const row = ways.slice(at, at + AT_ONCE)
    const request = { block, stateOverrides, signal, environments: 'none' as const }
    const runs = await Promise.all(row.map(({ call }) => sources.simulator.simulate({ ...request, transaction: call })))
    for (const [index, way] of row.entries()) {
      const act = actOf(way, runs[index], { address, stranger, tokens })
      if (act !== null && !acts.some(({ selector }) => selector === act.selector)) acts.push(act)
    }
  }
  return { acts, tried: ways.length, cut }
}

type People = { address: Address; stranger: Address; tokens: readonly Address[] }

/** Coin and two well-known tokens in the account: what has nothing cannot be seen to lose it. */
async function endowed(
  sources: { chain: ChainSource; simulator: Simulator },
  { block, address, stranger }: { block: PinnedBlock; address: Address; stranger: Address },
  signal: AbortSignal,
): Promise<[StateOverrides, Address[]]> {
  const { chain } = sources
  const tokens = NETWORKS[chain.chain].quoteTokens.slice(0, 2).map((token) => token.address)
  const [held, ...slots] = await Promise.all([
    chain.balance(block, address, signal),
    ...tokens.map((token) => quoteSlots(sources, { block, token, account: address }, signal)),
  ])
  const overrides: StateOverrides = { [stranger]: { balance: 100n * COIN }, [address]: { balance: held + COIN } }
  const given = tokens.filter((token, index) => {
    const slot = slots[index]
    if (!slot) return false
    overrides[token] = { storage: { [slot(address)]: `0x${word(TOKENS)}` } }
    return true
  })
  return [overrides, given]
}

function waysOf(bytecode: Bytecode, { address, stranger, tokens }: People): { ways: Way[]; cut: string[] } {
  const base = { from: stranger, to: address, gas: GAS }
  const paid: Way = { call: { ...base, value: COIN, data: '0x' }, signature: null, args: [] }
  const callable = bytecode.functions.filter(
    ({ mutability }) => mutability === 'payable' || mutability === 'nonpayable',
  )
  const looked = callable.slice(0, MAX_FUNCTIONS)
  const values = {
    holder: address,
    caller: stranger,
    pool: null,
    others: [],
    contracts: [...tokens, address],
    amounts: [COIN / 2n, TOKENS],
    tokenId: null,
  }
  const calls = looked.flatMap((one) =>
    argumentPlan(one, values)
      .slice(0, MAX_WAYS)
      .map(({ data, args }): Way => ({ call: { ...base, value: 0n, data }, signature: one.signature, args })),
  )
  const left = callable.length - looked.length
  return { ways: [paid, ...calls], cut: left > 0 ? [`${left} functions of the delegate`] : [] }
}

function actOf(
  { call, signature, args }: Way,
  run: Simulation | undefined,
  { address, stranger, tokens }: People,
): DelegateAct | null {
  if (run === undefined || !run.success) return null
  const change = run.stateDiff[address]?.balance
  const gained = change === undefined ? 0n : change.after - change.before
  const lost = call.value - gained
  const moved = logsOf(run.trace).filter(
    ({ address: token, topics }) =>
      tokens.includes(token) && topics[0] === TRANSFER && topics[1]?.slice(-40) === address.slice(2),
  )
  if (lost <= 0n && moved.length === 0) return null
  const receiver = moved[0]?.topics[2]
  return {
    kind: call.data === '0x' ? 'forwards-payments' : 'lets-anyone-withdraw',
    selector: call.data === '0x' ? null : (call.data.slice(0, 10) as Hex),
    signature,
    args,
    caller: stranger,
    lost: lost > 0n ? lost : 0n,
    tokens: [...new Set(moved.map(({ address: token }) => token))],
    to: receiver ? `0x${receiver.slice(-40)}` : maxGained(run, [address, stranger]),
  }
}

function maxGained({ stateDiff }: Simulation, but: readonly Address[]): Address | null {
  const gains = Object.entries(stateDiff).flatMap(([at, { balance }]) =>
    balance && balance.after > balance.before && !but.includes(at as Address)
      ? [{ at: at as Address, gain: balance.after - balance.before }]
      : [],
  )
  return gains.sort((a, b) => (a.gain < b.gain ? 1 : -1))[0]?.at ?? null
}

function logsOf(frame: CallFrame | null): Log[] {
  return frame === null ? [] : [...frame.logs, ...frame.calls.flatMap(logsOf)]
}
