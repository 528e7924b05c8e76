import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { type LaterCode, readsClock, switchesOf } from '../../bytecode/proxy/codeSchedule.ts'
import { overridesOf } from '../../decode/readState.ts'
import { codeAddresses } from '../../privileges/holders/codeAddresses.ts'
import { laterSimulator } from '../../simulation/laterSimulator.ts'
import type { Payer } from '../calls/readPayer.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'
import type { SwitchQuestion } from './switchQuestion.ts'

const MAX_FRAMES = 256
const COIN = 10n ** 18n

/**
 * Finds the times from which a withdrawal asks another contract than now, by the clock: rules, or a strategy, that its code names beside those
 * of now. Executes the withdrawal at later times, only where the code reads the clock and names a contract that is not called now.
 */
export async function laterCalls(
  { chain, simulator }: ClaimSources,
  { block, account, held, contract, paid, simulation }: SwitchQuestion,
  { bytecode }: Payer,
  signal: AbortSignal,
): Promise<LaterCode[]> {
  const { call } = paid
  const code = await chain.code(block, bytecode.address, signal)
  if (call === null || !readsClock(code)) return []
  const named = codeAddresses(code).filter((one) => one !== contract)
  const codes = await Promise.all(named.map((one) => chain.code(block, one, signal)))
  const contracts = named.filter((_, at) => (codes[at] ?? '0x').length > 2)
  if (contracts.length < 2) return []
  const state = overridesOf(simulation.stateDiff)
  const stateOverrides = { ...state, [account]: { ...state[account], balance: held + COIN } }
  const calledAt = async (seconds: bigint): Promise<Set<Address>> => {
    const at = seconds === 0n ? simulator : laterSimulator(simulator, seconds)
    const { trace } = await at.simulate({ block, transaction: call, stateOverrides, environments: 'none', signal })
    return calledBy(trace, contract)
  }
  const now = await calledAt(0n)
  const others = contracts.filter((one) => !now.has(one))
  if (others.length === 0) return []
  return switchesOf(null, async (seconds) => {
    const called = await calledAt(seconds)
    return others.find((one) => called.has(one)) ?? null
  })
}

/** Contracts that an account calls itself. */
function calledBy(trace: CallFrame | null, account: Address): Set<Address> {
  const called = new Set<Address>()
  let left = MAX_FRAMES
  const walk = ({ from, to, calls }: CallFrame): void => {
    if (left-- <= 0) return
    if (from === account && to !== null) called.add(to)
    for (const call of calls) walk(call)
  }
  if (trace !== null) walk(trace)
  return called
}
