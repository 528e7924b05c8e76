import type { Address } from '../address.ts'
import type { GatheredFacts } from '../engine/gatherFacts.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { Simulation, SimulationEnvironment } from '../facts/execution.ts'
import type { Facts } from '../facts/facts.ts'
import type { HoldingChange, MeasuredOutcome, NewAllowance, PriceMoves, RunEffects } from './intentBounds.ts'
import {
  type AllowanceKind,
  allowanceKey,
  type LoggedAllowance,
  type ReadEvents,
  readRunEvents,
} from './readRunEvents.ts'

const ZERO: Address = `0x${'00'.repeat(20)}`

/** Facts without which an outcome cannot be told. */
const NEEDED = ['simulation', 'principals', 'balanceChanges', 'approvalChanges', 'privilegeChanges', 'rights'] as const

/**
 * Measures what a scanned transaction does, in its main run and in every environment. Holdings of the main run are those that the
 * tokens tell; another run adds what its events say beyond the main run's.
 * @param complete whether the scan learned every fact that decides.
 * @param priceMoves null: it trades with no pool, or nothing that must arrive depends on a price.
 */
export function measureOutcome(
  { facts, missing, incomplete }: Pick<GatheredFacts, 'facts' | 'missing' | 'incomplete'>,
  {
    complete,
    effectAfterDeadline,
    priceMoves = null,
  }: { complete: boolean; effectAfterDeadline: boolean | null; priceMoves?: PriceMoves | null },
): MeasuredOutcome {
  const absent = NEEDED.filter((name) => facts[name] === undefined || missing[name] || incomplete[name])
  const unknown: string[] = [...absent]
  const { simulation, principals = [], balanceChanges, approvalChanges } = facts
  if (!complete) unknown.push('incomplete')
  if (simulation !== undefined) {
    if (!simulation.success) unknown.push(simulation.outcome)
    else if (simulation.calls?.some(({ success }) => success !== true)) unknown.push('failed-call')
    if (simulation.truncated || simulation.byLogsAlone || simulation.trace === null) unknown.push('not-traced')
    if (simulation.environmentBranches?.some(({ tried }) => !tried)) unknown.push('untried-branch')
    if (simulation.operation && !simulation.operation.accepted) unknown.push('operation-refused')
  }
  const { transaction, sender } = facts
  // It runs after others, on another state than was judged.
  if (transaction?.nonce !== undefined && (sender === undefined || transaction.nonce > sender.nonce))
    unknown.push('future-nonce')
  const fee = statedFee(facts)
  const runs =
    simulation && balanceChanges && approvalChanges
      ? runsOf(simulation, principals, { balanceChanges, approvalChanges })
      : []
  const moved = priceMoves === null ? [] : movedRuns(priceMoves, runs[0]?.changes ?? [], principals)
  if (moved === null) unknown.push('price-not-moved')
  return {
    principals,
    runs: [...runs, ...(moved ?? [])],
    usdOut: balanceChanges ? usdOut(balanceChanges, principals) : null,
    fee,
    feeUsd: fee === null ? null : usdOfCoins(fee, balanceChanges ?? []),
    control: absent.length > 0 ? null : controlGained(facts, principals),
    effectAfterDeadline,
    unknown: [...new Set(unknown)].sort(),
  }
}

type Rows = { balanceChanges: readonly BalanceChange[]; approvalChanges: readonly ApprovalChange[] }

function runsOf(simulation: Simulation, principals: readonly Address[], rows: Rows): RunEffects[] {
  const { main: logged = null, others = [] } = simulation.runEvents ?? {}
  const ours = logged && readSafely(logged)
  const changes = [...rows.balanceChanges.map(holdingChange), ...onlyLogged(ours?.changes6909 ?? [], principals)]
  const given = [
    ...rows.approvalChanges.flatMap((row) => newAllowance(row, principals)),
    ...(ours?.allowances ?? []).filter(({ kind, owner }) => UNCONFIRMED.has(kind) && principals.includes(owner)),
  ].filter(({ amount }) => amount !== 0n)
  const main: RunEffects = { run: 'main', changes, allowances: summed(given) }
  const named = new Map(others.map((one) => [one.name, one]))
  const runs = simulation.environments.flatMap((environment): RunEffects[] => {
    const other = named.get(environment.name)
    if (other === undefined) return sameAs(environment)
    const theirs = other.events && readSafely(other.events)
    const run = environment.name
    if (!theirs || !ours) return [{ run, changes: null, allowances: null }]
    // A run that fails moves nothing.
    if (!other.success && theirs.changes.length === 0 && theirs.allowances.length === 0) return []
    return [otherRun(run, { changes, given }, { ours, theirs }, { principals, approvalChanges: rows.approvalChanges })]
  })
  // Without environments nothing says that the main run is what happens.
  return simulation.environmentsLeftOut === undefined && runs.length === 0
    ? [main, { run: 'environments', changes: null, allowances: null }]
    : [main, ...runs]
}

/**
 * Selects of the runs on moved prices, for each asset, the run with the least arrival. Permissions are those of the main run.
 * Null where nothing could be moved.
 */
function movedRuns(
  { control, runs }: PriceMoves,
  main: readonly HoldingChange[],
  principals: readonly Address[],
): RunEffects[] | null {
  const ours = control && readSafely(control)
  const theirs = runs.map(readSafely)
  if (!ours) return null
  const all = theirs.flatMap((one) => (one === null ? [] : [differing(main, { ours, theirs: one })]))
  if (all.length < theirs.length) return null
  const worst = new Set<readonly HoldingChange[]>()
  for (const asset of new Set(main.map((change) => change.asset))) {
    const net = (changes: readonly HoldingChange[]) =>
      changes.reduce(
        (sum, one) => (one.asset === asset && principals.includes(one.account) ? sum + one.amount : sum),
        0n,
      )
    const least = all.reduce<readonly HoldingChange[] | null>((a, b) => (a === null || net(b) < net(a) ? b : a), null)
    if (least !== null && net(least) < net(main)) worst.add(least)
  }
  return [...worst].map((changes, at) => ({
    run: `price-moved${at === 0 ? '' : `-${at + 1}`}`,
    changes,
    allowances: [],
  }))
}

/** A run without events of its own counts where it was like the main one. */
function sameAs({ name, sameOutcome }: SimulationEnvironment): RunEffects[] {
  return sameOutcome === true ? [] : [{ run: name, changes: null, allowances: null }]
}

function otherRun(
  run: string,
  main: { changes: readonly HoldingChange[]; given: readonly LoggedAllowance[] },
  { ours, theirs }: { ours: ReadEvents; theirs: ReadEvents },
  { principals, approvalChanges }: { principals: readonly Address[]; approvalChanges: readonly ApprovalChange[] },
): RunEffects {
  const more = theirs.allowances.flatMap((one) => extraAllowance(one, ours.allowances, principals, approvalChanges))
  return {
    run,
    changes: differing(main.changes, { ours, theirs }),
    allowances: summed([...main.given, ...more]),
  }
}

/** The changes of the main run, and what the events of another say beyond its own. */
function differing(
  main: readonly HoldingChange[],
  { ours, theirs }: { ours: ReadEvents; theirs: ReadEvents },
): HoldingChange[] {
  const sums = new Map<string, HoldingChange>()
  const add = (change: HoldingChange, sign: 1n | -1n) => {
    const key = `${change.account}:${change.asset}:${change.tokenId ?? ''}`
    sums.set(key, { ...change, amount: (sums.get(key)?.amount ?? 0n) + sign * change.amount })
  }
  for (const change of main) add(change, 1n)
  for (const change of theirs.changes) add(change, 1n)
  for (const change of ours.changes) add(change, -1n)
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

/** A permission that this run gives beyond the main one, unless it was there before. */
function extraAllowance(
  one: LoggedAllowance,
  ours: readonly LoggedAllowance[],
  principals: readonly Address[],
  rows: readonly ApprovalChange[],
): LoggedAllowance[] {
  const { kind, owner, amount } = one
  if (!principals.includes(owner) || amount === 0n) return []
  const key = allowanceKey(one)
  const same = ours.find((other) => allowanceKey(other) === key)
  if (same !== undefined && !exceeds(amount, same.amount)) return []
  const row = rows.find((other) => allowanceKey(loggedAs(other)) === key)
  if (kind !== 'permit2' && row !== undefined && row.before !== null && !row.operator && !exceeds(amount, row.before))
    return []
  return [one]
}

/** Permissions that no rows confirm: they count as their events tell them. */
const UNCONFIRMED: ReadonlySet<AllowanceKind> = new Set(['amount-6909', 'operator-6909', 'operator-777'])

/** What a spender may take of an asset in all: of every item and owner, and by every way; of one permission the largest counts. */
function summed(given: readonly LoggedAllowance[]): NewAllowance[] {
  const largest = new Map<string, LoggedAllowance>()
  for (const one of given) {
    const before = largest.get(allowanceKey(one))
    if (before === undefined || exceeds(one.amount, before.amount)) largest.set(allowanceKey(one), one)
  }
  const sums = new Map<string, NewAllowance>()
  for (const { asset, spender, amount } of largest.values()) {
    const before = sums.get(`${asset}:${spender}`)?.amount ?? 0n
    const sum = before === 'unlimited' || amount === 'unlimited' ? 'unlimited' : before + amount
    sums.set(`${asset}:${spender}`, { asset, spender, amount: sum })
  }
  return [...sums.values()]
}

/** Holdings that only events tell. They may be false, so that an arrival is not counted. */
function onlyLogged(changes: readonly HoldingChange[], principals: readonly Address[]): HoldingChange[] {
  return changes.filter(({ account, amount }) => account !== ZERO && (amount < 0n || !principals.includes(account)))
}

function exceeds(amount: bigint | 'unlimited', than: bigint | 'unlimited'): boolean {
  if (than === 'unlimited') return false
  return amount === 'unlimited' || amount > than
}

function readSafely(events: Parameters<typeof readRunEvents>[0]): ReadEvents | null {
  try {
    return readRunEvents(events)
  } catch {
    return null
  }
}

function holdingChange({ account, address, assetType, tokenId, change }: BalanceChange): HoldingChange {
  return { account, asset: assetType === 'native' || address === null ? 'native' : address, tokenId, amount: change }
}

function newAllowance(row: ApprovalChange, principals: readonly Address[]): LoggedAllowance[] {
  const { owner, before, after, standard } = row
  if (!principals.includes(owner) || after === 0n) return []
  // Of Permit2 a row also tells that a permission lasts longer.
  if (standard !== 'permit2' && before !== null && after <= before) return []
  return [loggedAs(row)]
}

function loggedAs({
  token: asset,
  owner,
  spender,
  tokenId,
  standard,
  after,
  operator,
}: ApprovalChange): LoggedAllowance {
  const kind = operator ? 'operator' : standard === 'permit2' ? 'permit2' : tokenId === null ? 'amount' : 'item'
  return { kind, asset, tokenId, owner, spender, amount: operator ? 'unlimited' : after }
}

/** USD of what leaves; null where something that leaves has no price, or one that a pool's owner sets. */
function usdOut(rows: readonly BalanceChange[], principals: readonly Address[]): number | null {
  let sum = 0
  for (const { account, change, changeUsd, priceKind } of rows) {
    if (change >= 0n || !principals.includes(account)) continue
    if (changeUsd === null || priceKind !== 'oracle') return null
    sum -= changeUsd
  }
  return sum
}

/** Gas that a wallet adds to what the execution used, where the transaction states no limit. */
const GAS_MARGIN = 2n

/** The most that the transaction lets the network take from the account, in wei; null where it states no price of gas. */
function statedFee({ transaction, simulation }: Partial<Facts>): bigint | null {
  if (transaction === undefined) return null
  const { gas, gasPrice, maxFeePerGas, userOperation, blobVersionedHashes = [], maxFeePerBlobGas } = transaction
  if (userOperation !== undefined) {
    if (userOperation.paymaster !== null) return 0n
    const { maxFeePerGas: most, callGasLimit, verificationGasLimit, preVerificationGas } = userOperation
    if (most === null || callGasLimit === null || verificationGasLimit === null || preVerificationGas === null)
      return null
    return most * (callGasLimit + verificationGasLimit + preVerificationGas)
  }
  const price = maxFeePerGas ?? gasPrice
  const blobs = BigInt(blobVersionedHashes.length) * GAS_PER_BLOB * (maxFeePerBlobGas ?? 0n)
  if (price === undefined) return blobs > 0n ? blobs : null
  const limit = gas ?? (simulation === undefined ? null : simulation.gasUsed * GAS_MARGIN)
  return limit === null ? null : price * limit + blobs
}

/** EIP-4844. */
const GAS_PER_BLOB = 131_072n

/** By the price that the coin has among the changes. */
function usdOfCoins(wei: bigint, rows: readonly BalanceChange[]): number | null {
  if (wei === 0n) return 0
  const row = rows.find(
    ({ assetType, change, changeUsd, priceKind }) =>
      assetType === 'native' && change !== 0n && changeUsd !== null && priceKind === 'oracle',
  )
  return row === undefined || row.changeUsd === null ? null : (Number(wei) / Number(row.change)) * row.changeUsd
}

/** Accounts that could do something to the principals' assets or contracts afterwards, approvals apart. */
function controlGained(facts: Partial<Facts>, principals: readonly Address[]): Address[] {
  const { privilegeChanges = [], rights = [], transaction, approvalChanges = [] } = facts
  const spenders = new Set(approvalChanges.map(({ token, spender }) => `${token}:${spender}`))
  const gained = [
    ...privilegeChanges.filter(({ fails }) => !fails).map(({ to, contract }) => to ?? contract),
    ...rights
      .filter(({ own, fresh, asset, holder }) => !own && !fresh && !spenders.has(`${asset}:${holder}`))
      .map(({ holder }) => holder),
    ...(transaction?.authorizationList ?? [])
      .filter(
        ({ address, authority }) => address !== ZERO && (authority === undefined || principals.includes(authority)),
      )
      .map(({ address }) => address),
  ]
  return [...new Set(gained)]
}
