import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { GuardedPull, PullCoverage } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { TOKEN_TRANSFERS } from '../paths/explore.ts'
import type { Explored } from '../paths/explored.ts'
import type { Entry } from '../paths/pull.ts'
import { acceptedSigners } from './acceptedSigners.ts'
import { analysedFunctions, fallbackFunctions, leftOut } from './calledFunctions.ts'
import { constantKeys } from './constantKeys.ts'
import { contractPulls, type FoundPull } from './contractPulls.ts'
import { ofKeys, withPayments } from './keptPulls.ts'
import { withHolders } from './obeyedContracts.ts'
import { pullsWorld } from './pullsWorld.ts'
import { RIGHT_CALLS, withRights } from './rightCalls.ts'
import { actsByRecords } from './walletRecords.ts'

const MAX_PULLS = 8

/**
 * Gathers the ways to move tokens of accounts that approved the contract, or to use another right that they gave it, for any caller: the contract's code runs on its real
 * storage, and where a guard stops it, again without that guard. `complete`: all of its paths were executed; `coverage`: of the functions that may move something.
 */
export async function gatherGuardedPulls(
  chain: ChainSource,
  { block, address, bytecode }: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<{ pulls: GuardedPull[]; complete: boolean; coverage: PullCoverage }> {
  const collected = { paid: new Set<bigint>(), kept: new Set<bigint>(), signed: new Set<bigint>() }
  const worldOf = () => pullsWorld(chain, { block, address, powers: [...TOKEN_TRANSFERS, ...RIGHT_CALLS] }, signal)
  const hasConstantKey = constantKeys(chain, { block, address, running: bytecode.address }, signal)
  const entries: Entry[] = []
  const world: Explored = { ...worldOf(), collected, stays: true, hasConstantKey, entries }
  const shell = bytecode.address === address ? '0x' : await chain.code(block, address, signal)
  const running = shell === '0x' ? await chain.code(block, address, signal) : '0x'
  // Calls that a fallback tells by a selector of its own are no functions.
  const functions = [...analysedFunctions(bytecode, shell), ...fallbackFunctions(running, bytecode)]
  const { pulls, complete, coverage } = await contractPulls(world, functions, signal)
  const signers = await acceptedSigners(chain, { block, address, bytecode }, signal)
  const paid = await withPayments({ pulls, functions, worldOf }, signal)
  const approved = [...withRights(paid), ...signers.pulls].map((one) =>
    one.anyCall && isApproved(one, collected) ? { ...one, isApproved: true as const } : one,
  )
  const chosen = ofEachRight(approved)
  const told = ofKeys(await withHolders({ chain, block, signal }, world, chosen))
  const left = leftOut(bytecode, functions)
  const whole: PullCoverage = { functions: coverage.functions + left.length, open: [...coverage.open, ...left] }
  // Functions that static analysis did not find run nowhere.
  const isWhole = chosen.length === approved.length && !isUnpaid(pulls, told)
  const isComplete = complete && signers.complete && bytecode.complete && isWhole
  const byRecords = isComplete && world.delegateSlots.size === 0 && actsByRecords(bytecode, { pulls, entries })
  return { pulls: told, complete: isComplete, coverage: byRecords ? { ...whole, walletsByRecord: true } : whole }
}

/** Whether accounts approve a contract that makes any call. What wallets and governors are paid they keep, and any call is their owners’ alone. */
function isApproved({ guards }: FoundPull, { paid, kept, signed }: NonNullable<Explored['collected']>): boolean {
  return paid.size > 0 || (guards.length === 0 && kept.size + signed.size > 0)
}

/** Whether something stays in the contract, booked to no account, and no call was found that pays it out: whose it is then is not known. */
function isUnpaid(found: readonly FoundPull[], told: readonly GuardedPull[]): boolean {
  const known = new Set(told.map(({ selector }) => selector))
  return found.some(({ stays, selector }) => stays !== undefined && !known.has(selector))
}

/** So many of each right, approvals first: one right's pulls do not hide another's. */
export function ofEachRight<T extends Pick<GuardedPull, 'right'>>(pulls: readonly T[]): T[] {
  const rights = new Set([undefined, ...pulls.map(({ right }) => right)])
  return [...rights].flatMap((right) => pulls.filter((one) => one.right === right).slice(0, MAX_PULLS))
}
