import type { Address } from '@redoubt/risk/address.ts'
import type { ExecutedStep } from '@redoubt/risk/derive/shapes.ts'
import type { BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import { emittedLogs, transfersOf, ZERO_ADDRESS } from './emittedLogs.ts'
import { claimedHoldings, holdingKey } from './holdings.ts'
import { nativeChanges } from './nativeChanges.ts'

/** Steps that move something; far more than fit into what a person signs. */
const MAX_STEPS = 300

type Wanted = {
  trace: CallFrame | null
  principals: readonly Address[]
  /** Confirmed changes of the whole execution. */
  balanceChanges: readonly BalanceChange[]
  /** Makes calls beside the account's: the paymaster. */
  paymaster: Address | null
}

/**
 * The calls that the principals make, in order, each with what it alone moves. Code that an account runs as its own (a
 * batch, a Safe's multiSend, EIP-7702) is no step: the calls it makes are. Calls that move nothing of theirs are left out.
 * Empty without a call tree.
 */
export function executedSteps({ trace, principals, balanceChanges, paymaster }: Wanted): ExecutedStep[] {
  if (trace === null || trace.error !== null) return []
  const own = new Set(principals)
  const all = stepFrames(trace, { own, paymaster }).map((frame) => ({
    frame,
    changes: changesIn(frame, balanceChanges),
  }))
  const moving = all.filter(({ changes }) => changes.some(({ account }) => own.has(account))).slice(0, MAX_STEPS)
  const frames = moving.map(({ frame }) => frame)
  const steps = moving.map(
    ({ frame, changes }): ExecutedStep => ({
      from: frame.from,
      to: frame.to,
      value: frame.value,
      data: frame.input,
      byPaymaster: paymaster !== null && !own.has(frame.from) && frame.to === paymaster,
      changes,
    }),
  )
  // A token that logs something else than it moves: what no step explains belongs to the last that called the token.
  for (const row of balanceChanges.filter(({ account }) => own.has(account))) addUnexplained(row, { steps, frames })
  return withoutForged(steps, { own, whole: balanceChanges })
}

/** Leaves out tokens whose logs add up to a gain or loss that no balance shows. */
function withoutForged(
  steps: ExecutedStep[],
  { own, whole }: { own: ReadonlySet<Address>; whole: readonly BalanceChange[] },
): ExecutedStep[] {
  const sums = new Map<string, bigint>()
  for (const { changes } of steps)
    for (const row of changes.filter(({ account }) => own.has(account)))
      sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + row.change)
  const confirmed = new Map(whole.map((row) => [keyOf(row), row.change]))
  const forged = (row: BalanceChange) =>
    own.has(row.account) && row.address !== null && (sums.get(keyOf(row)) ?? 0n) !== (confirmed.get(keyOf(row)) ?? 0n)
  return steps.map((step) => ({ ...step, changes: step.changes.filter((row) => !forged(row)) }))
}

function keyOf({ address, account, tokenId }: BalanceChange): string {
  return holdingKey(address ?? ZERO_ADDRESS, account, tokenId)
}

const CALLS: ReadonlySet<CallFrame['type']> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'] as const)

/** Frames of the calls, from outside in: a call by a principal to another account, or one in which no principal makes any. */
function stepFrames(frame: CallFrame, who: { own: ReadonlySet<Address>; paymaster: Address | null }): CallFrame[] {
  const { own, paymaster } = who
  if (frame.error !== null) return []
  if (CALLS.has(frame.type) && own.has(frame.from) && (frame.to === null || !own.has(frame.to))) return [frame]
  const pays = paymaster !== null && frame.calls.some(({ to }) => to === paymaster)
  if (!acts(frame, own) && !pays) return [frame]
  return frame.calls.flatMap((call) => stepFrames(call, who))
}

/** Whether a principal makes a call: being asked something (its owner, a signature) is no act of it. */
function acts(frame: CallFrame, own: ReadonlySet<Address>): boolean {
  return (CALLS.has(frame.type) && own.has(frame.from)) || frame.calls.some((call) => acts(call, own))
}

function changesIn(frame: CallFrame, whole: readonly BalanceChange[]): BalanceChange[] {
  const claimed = claimedHoldings(transfersOf(emittedLogs(frame)))
  const native = nativeChanges({ trace: frame, stateDiff: {} }, frame.from, ZERO_ADDRESS)
  const coins = [...native].map(([account, change]) =>
    rowOf({ account, standard: 'native', token: null, tokenId: null, change }, whole),
  )
  const tokens = [...claimed.values()].map(({ account, standard, token, tokenId, claimed: change }) =>
    rowOf({ account, standard, token, tokenId, change }, whole),
  )
  return [...coins, ...tokens].filter(({ account, change }) => change !== 0n && account !== ZERO_ADDRESS)
}

type Moved = {
  account: Address
  standard: BalanceChange['assetType']
  token: Address | null
  tokenId: bigint | null
  change: bigint
}

/** Name and price of an asset are those of the whole; a holding that ends as it began has no row there. */
function rowOf({ account, standard, token, tokenId, change }: Moved, whole: readonly BalanceChange[]): BalanceChange {
  const ofAsset = whole.filter((row) => row.address === token && row.tokenId === tokenId)
  const own = ofAsset.find((row) => row.account === account)
  const priced = own ?? ofAsset.find(({ changeUsd }) => changeUsd !== null) ?? ofAsset[0]
  const usd = priced && priced.changeUsd !== null ? (priced.changeUsd * Number(change)) / Number(priced.change) : null
  return {
    account,
    assetType: standard,
    address: token,
    tokenId,
    symbol: priced?.symbol ?? null,
    decimals: priced?.decimals ?? null,
    before: own?.before ?? null,
    after: own?.after ?? null,
    change,
    changeUsd: usd,
    priceSource: usd === null ? null : (priced?.priceSource ?? null),
    priceKind: usd === null ? null : (priced?.priceKind ?? null),
  }
}

function addUnexplained(
  row: BalanceChange,
  { steps, frames }: { steps: ExecutedStep[]; frames: readonly CallFrame[] },
): void {
  const same = (one: BalanceChange) => keyOf(one) === keyOf(row)
  const explained = steps.reduce(
    (sum, { changes }) => sum + changes.filter(same).reduce((total, { change }) => total + change, 0n),
    0n,
  )
  const left = row.change - explained
  if (left === 0n || row.address === null) return
  const token = row.address
  const last = frames.findLastIndex((frame) => calls(frame, token))
  const step = steps[last]
  if (!step) return
  const found = step.changes.find(same)
  const change = (found?.change ?? 0n) + left
  const usd = row.changeUsd === null ? null : (row.changeUsd * Number(change)) / Number(row.change)
  step.changes = [
    ...step.changes.filter((one) => !same(one)),
    ...(change === 0n ? [] : [{ ...row, change, changeUsd: usd }]),
  ]
}

function calls(frame: CallFrame, token: Address): boolean {
  return frame.to === token || frame.calls.some((call) => calls(call, token))
}

/**
 * Whether the execution left anything: false for a reverted or halted run. A rejected transaction (nonce, fees) counts as
 * what it would do once that obstacle is gone, so that nothing can hide behind one.
 * @throws when a rejected transaction was not executed at all: its effects are unknown, not none.
 */
export function hasEffects({ outcome, trace, truncated, stateDiff }: Simulation): boolean {
  if (outcome !== 'rejected') return outcome === 'succeeded'
  if (trace !== null) return trace.error === null
  if (!truncated) throw new Error('the transaction was rejected unexecuted, so its effects are unknown')
  return Object.keys(stateDiff).length > 0
}
