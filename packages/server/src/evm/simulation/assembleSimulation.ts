import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation, StateDiff } from '@redoubt/risk/facts/execution.ts'
import { engineReason } from './engine/engineCall.ts'
import { type FlatOutcome, NATIVE } from './flatRun.ts'
import { AUTHORIZATION_GAS, type PreparedRun } from './prepareRun.ts'
import { isRevert, revertReason, type TreeOutcome } from './readCallTree.ts'
import { addRevoked } from './revokedDelegations.ts'

/** Characters of output kept when the call tree was too large. */
const TRUNCATED_OUTPUT = 65_538

/** Combines the first run, the traces and the overrides into the fact that detectors read. */
export function assembleSimulation(run: PreparedRun, screen: FlatOutcome | null, traced: TreeOutcome): Simulation {
  const { root } = traced
  const failed = root.error !== null
  const outcome =
    run.rejection !== null ? 'rejected' : !failed ? 'succeeded' : isRevert(root.error) ? 'reverted' : 'halted'
  const output = root.output ?? '0x'
  return {
    success: outcome === 'succeeded',
    outcome,
    gasUsed: (screen?.gasUsed ?? root.gasUsed) + (run.delegation?.count ?? 0n) * AUTHORIZATION_GAS,
    gasLimit: run.gasLimit,
    revertReason: run.rejection ?? (failed ? failure(run, root) : null),
    output: traced.tree ? output : (output.slice(0, TRUNCATED_OUTPUT) as Hex),
    // The engine counts the root's gas after the intrinsic cost; geth, and every reader of a trace, before it.
    trace: traced.tree ? { ...root, gas: run.gasLimit } : null,
    stateDiff: withoutPretence(run, traced.stateDiff),
    toppedUp: run.topUp > 0n,
    shortfall: run.shortfall,
    truncated: !traced.tree,
    created: run.source.to === null && outcome === 'succeeded' ? root.to : null,
    environments: [],
  }
}

/**
 * A run whose tracing ends the engine: what the flat run says. The diff has the native balances only, from the native
 * transfers; `balanceOf` gives what accounts had.
 */
export async function assembleFlat(
  run: PreparedRun,
  flat: FlatOutcome,
  balanceOf: (address: Address) => Promise<bigint>,
): Promise<Simulation> {
  const changes = new Map<Address, bigint>()
  const move = (address: Address, amount: bigint) => changes.set(address, (changes.get(address) ?? 0n) + amount)
  for (const { topics, data } of flat.logs.filter((log) => log.address === NATIVE)) {
    move(`0x${topics[1]?.slice(26)}`, -BigInt(data))
    move(`0x${topics[2]?.slice(26)}`, BigInt(data))
  }
  const { from } = run.source
  move(from, -flat.gasUsed * gasPrice(run))
  const stateDiff: StateDiff = { [from]: { storage: {} } }
  for (const [address, amount] of changes) {
    const before = address === from ? run.sender.balance : await balanceOf(address)
    stateDiff[address] = { balance: { before, after: before + amount }, storage: {} }
  }
  const sender = stateDiff[from]
  if (sender) sender.nonce = { before: run.sender.nonce, after: run.sender.nonce + 1n }
  const failed = flat.output === '0x' ? 'halted' : 'reverted'
  const outcome = run.rejection !== null ? 'rejected' : flat.success ? 'succeeded' : failed
  return {
    ...refusedSimulation(run, ''),
    success: outcome === 'succeeded',
    outcome,
    gasUsed: flat.gasUsed,
    revertReason: run.rejection ?? (flat.success ? null : failed === 'halted' ? 'halted' : revertReason(flat.output)),
    output: flat.output.slice(0, TRUNCATED_OUTPUT) as Hex,
    stateDiff,
    truncated: true,
  }
}

/** A transaction the engine itself refused (intrinsic gas, creation code size): nothing was executed. */
export function refusedSimulation(run: PreparedRun, reason: string): Simulation {
  return {
    success: false,
    outcome: 'rejected',
    gasUsed: 0n,
    gasLimit: run.gasLimit,
    revertReason: run.rejection ?? engineReason(reason),
    output: '0x',
    trace: null,
    stateDiff: {},
    toppedUp: run.topUp > 0n,
    shortfall: run.shortfall,
    truncated: false,
    created: null,
    environments: [],
  }
}

/** Returns the sender's price per gas: the cap, or less where base fee and tip come to less (EIP-1559). */
function gasPrice({ fees, next }: PreparedRun): bigint {
  if (fees.tip === null || next.baseFeePerGas + fees.tip > fees.cap) return fees.cap
  return next.baseFeePerGas + fees.tip
}

function failure(run: PreparedRun, root: CallFrame): string {
  const reason = isRevert(root.error) ? revertReason(root.output) : engineReason(root.error ?? 'failed')
  return run.shortfall === null ? reason : `${reason}; besides, the sender’s balance does not cover value and fees`
}

/**
 * The diff as the chain would show it. The pretended balance is taken off again, so the sender's `after` is negative
 * where it could not have paid; the delegation that an override put in place is a change like any other.
 */
function withoutPretence(run: PreparedRun, diff: StateDiff): StateDiff {
  const { delegation, topUp, sender, source } = run
  addRevoked(diff, run.revoked)
  if (delegation === null && topUp === 0n) return diff
  const own = diff[source.from] ?? { storage: {} }
  const adjusted = { ...own }
  if (own.balance && topUp > 0n)
    adjusted.balance = { before: own.balance.before - topUp, after: own.balance.after - topUp }
  if (delegation !== null) {
    if (delegation.before !== delegation.after) adjusted.code = { before: delegation.before, after: delegation.after }
    adjusted.nonce = { before: sender.nonce, after: (own.nonce?.after ?? sender.nonce + 1n) + delegation.count }
  }
  return { ...diff, [source.from]: adjusted }
}
