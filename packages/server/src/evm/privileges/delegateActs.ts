import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { DelegateAct, DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import { emittedLogs } from '../decode/emittedLogs.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { argumentPlan } from './calls/argumentPlan.ts'
import { drainingCalls } from './drainingCalls.ts'
import { COIN, endowed, TOKENS } from './endowed.ts'
import { type Loss, lossesOf } from './lossesOf.ts'
import { type Named, namedAccounts } from './namedAccounts.ts'
import { unsignedPayments } from './signatures/unsignedPayments.ts'

const GAS = 1_000_000n
const MAX_FUNCTIONS = 24
const MAX_WAYS = 5
/** Executions side by side: traced, and for their outcomes alone. */
const AT_ONCE = 4
const TOGETHER = 60

/** Call data of no function: code without functions may look at its caller alone. */
const UNNAMED: Hex = '0x01020304'

type Way = { call: Transaction; signature: string | null; args: string[] }

/** Accounts named by the code or by storage that are tried as callers, and functions and ways for each. */
const MAX_NAMED = 3
const MAX_WAYS_OF_NAMED = 3

/**
 * What a stranger can do with an account through the delegate whose code it runs (EIP-7702): pays it, and calls each function, with
 * coin and tokens in the account. A wallet refuses strangers, and keeps what it is paid. Then the same by accounts that the code, or the
 * account's storage, names; and the account’s own signed calls with other numbers. `delegate`: pretends that the account has
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
  const wrapped = NETWORKS[sources.chain.chain].quoteTokens[0]?.address
  const { ways, cut } = waysOf(bytecode, { address, caller: stranger, tokens })
  const seen: DelegateActs = { acts: [], tried: ways.length, cut }
  const called = new Set<Address>(bytecode.callees)
  const request = { block, stateOverrides, signal, environments: 'none' as const }
  const tryAll = async (some: readonly Way[], actor: Actor) => {
    for (let at = 0; at < some.length && seen.acts.length < max; at += AT_ONCE) {
      const row = some.slice(at, at + AT_ONCE)
      const runs = await Promise.all(
        row.map(({ call }) => sources.simulator.simulate({ ...request, transaction: call })),
      )
      for (const [index, way] of row.entries()) {
        const run = runs[index]
        calleesOf(run?.trace ?? null, called)
        const act = actOf(way, run, actor)
        if (act === null && run !== undefined && passesOn(run, way.call)) seen.wrapsPayments = true
        if (act !== null && !seen.acts.some(({ selector }) => selector === act.selector)) seen.acts.push(act)
      }
    }
  }
  /** Calls side by side, and after each of them (`then`) another one. */
  const tryTogether = async (some: readonly Way[], actor: Actor, then?: Transaction) => {
    for (let at = 0; at < some.length && seen.acts.length < max; at += TOGETHER) {
      const row = some.slice(at, at + TOGETHER)
      const sequences = row.map(({ call }) => ({
        stateOverrides,
        blocks: [{ calls: then === undefined ? [call] : [call, then] }],
      }))
      const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
      for (const [index, way] of row.entries()) {
        const outcome = outcomes[index]?.at(then === undefined ? 0 : 1)
        if (outcome?.success !== true) continue
        const loss = lossesOf(outcome.logs, { address, tokens, wrapped, paid: (then ?? way.call).value })
        if (loss === null) continue
        const act = sequenceAct(way, { loss, actor, isPayment: then !== undefined })
        if (!seen.acts.some(({ selector }) => selector === act.selector)) seen.acts.push(act)
      }
    }
  }
  const draining = (caller: Address): Way[] =>
    drainingCalls(bytecode, { taker: caller, token: tokens[0] ?? null, coins: COIN, amount: TOKENS / 2n }).map(
      ({ data, signature, args }) => ({
        call: { from: caller, to: address, gas: GAS, value: 0n, data },
        signature,
        args,
      }),
    )
  const byStranger: Actor = { address, caller: stranger, tokens, wrapped, by: null }
  const poke = (from: Address): Way => ({
    call: { from, to: address, gas: GAS, value: 0n, data: UNNAMED },
    signature: null,
    args: [],
  })
  await tryAll([...ways, poke(stranger)], byStranger)
  if (seen.acts.length > 0) return seen
  await tryTogether(draining(stranger), byStranger)
  if (seen.acts.length > 0) return seen
  const payment = ways[0]?.call
  if (payment !== undefined) await tryTogether(ways.slice(1), byStranger, payment)
  if (seen.acts.length > 0) return seen
  const named = await namedAccounts(sources.chain, { block, address, code: bytecode.address, but: tokens }, signal)
  for (const { account, by } of named.slice(0, MAX_NAMED)) {
    stateOverrides[account] = { ...stateOverrides[account], balance: 100n * COIN }
    const own = waysOf(bytecode, { address, caller: account, tokens }, MAX_WAYS_OF_NAMED).ways.slice(1)
    const actor = { address, caller: account, tokens, wrapped, by }
    await tryAll([poke(account), ...own], actor)
    await tryTogether(draining(account), actor)
  }
  if (seen.acts.length === 0) seen.acts.push(...(await unsignedPayments(sources, { block, bytecode }, signal)))
  // What the code calls is a contract that is missing here, or a receiver, and no key that it obeys.
  const keys = named.filter(({ account, isKey }) => isKey && !called.has(account)).map(({ account }) => account)
  return keys.length === 0 ? seen : { ...seen, namedKeys: keys }
}

type Actor = People & { by: Named['by'] | null }

type People = { address: Address; caller: Address; tokens: readonly Address[]; wrapped: Address | undefined }

function waysOf(
  bytecode: Bytecode,
  { address, caller, tokens }: Omit<People, 'wrapped'>,
  max = MAX_WAYS,
): { ways: Way[]; cut: string[] } {
  const base = { from: caller, to: address, gas: GAS }
  const paid: Way = { call: { ...base, value: COIN, data: '0x' }, signature: null, args: [] }
  const callable = bytecode.functions.filter(
    ({ mutability }) => mutability === 'payable' || mutability === 'nonpayable',
  )
  const looked = callable.slice(0, MAX_FUNCTIONS)
  const values = {
    holder: address,
    caller,
    pool: null,
    others: [],
    contracts: [...tokens, address],
    amounts: [COIN / 2n, TOKENS],
    tokenId: null,
  }
  const calls = looked.flatMap((one) =>
    argumentPlan(one, values)
      .slice(0, max)
      .map(({ data, args }): Way => ({ call: { ...base, value: 0n, data }, signature: one.signature, args })),
  )
  const left = callable.length - looked.length
  return { ways: [paid, ...calls], cut: left > 0 ? [`${left} functions of the delegate`] : [] }
}

function actOf(
  { call, signature, args }: Way,
  run: Simulation | undefined,
  { address, caller, tokens, wrapped, by }: Actor,
): DelegateAct | null {
  const loss = run === undefined ? null : lossIn(run, { call, address, tokens, wrapped })
  if (run === undefined || loss === null) return null
  return {
    kind: by ?? (call.data === '0x' ? 'forwards-payments' : 'lets-anyone-withdraw'),
    selector: call.data === '0x' ? null : (call.data.slice(0, 10) as Hex),
    signature,
    args,
    caller,
    lost: loss.coins,
    tokens: loss.tokens,
    to: loss.to ?? maxGained(run, by === null ? [address, caller, wrapped] : [address, wrapped]),
  }
}

/** What the account lost by a call that was traced: coins by their balance, since not every payment is in the call tree. */
function lossIn(
  run: Simulation,
  { call, address, tokens, wrapped }: Pick<Way, 'call'> & Pick<People, 'address' | 'tokens' | 'wrapped'>,
): Loss | null {
  if (!run.success) return null
  const change = run.stateDiff[address]?.balance
  const gained = change === undefined ? 0n : change.after - change.before
  return lossesOf(emittedLogs(run.trace), { address, tokens, wrapped, paid: call.value - gained })
}

/** Whether the account does not keep the coins that it is paid as coins. */
function passesOn({ success, stateDiff }: Simulation, { to, value }: Transaction): boolean {
  const change = to === null ? undefined : stateDiff[to]?.balance
  return success && value > 0n && (change === undefined ? 0n : change.after - change.before) < value
}

function sequenceAct(
  { call, signature, args }: Way,
  { loss, actor, isPayment }: { loss: Loss; actor: Actor; isPayment: boolean },
): DelegateAct {
  const { caller, by } = actor
  return {
    kind: by ?? (isPayment ? 'forwards-payments' : 'lets-anyone-withdraw'),
    selector: call.data.slice(0, 10) as Hex,
    signature,
    args,
    caller,
    lost: loss.coins,
    tokens: loss.tokens,
    to: loss.to,
    ...(isPayment && { afterCall: true as const }),
  }
}

/** Accounts that a call tree calls, or whose code it runs. */
function calleesOf(frame: CallFrame | null, found: Set<Address>): void {
  for (const call of frame?.calls ?? []) {
    if (call.to !== null) found.add(call.to)
    calleesOf(call, found)
  }
}

function maxGained({ stateDiff }: Simulation, but: readonly (Address | undefined)[]): Address | null {
  const gains = Object.entries(stateDiff).flatMap(([at, { balance }]) =>
    balance && balance.after > balance.before && !but.includes(at as Address)
      ? [{ at: at as Address, gain: balance.after - balance.before }]
      : [],
  )
  return gains.sort((a, b) => (a.gain < b.gain ? 1 : -1))[0]?.at ?? null
}
