import type { Address } from '../address.ts'
import type {
  AssetBound,
  AssetName,
  HoldingChange,
  IntentBounds,
  JudgedBound,
  JudgedIntent,
  MeasuredOutcome,
  NewAllowance,
  Outside,
} from './intentBounds.ts'

const ZERO: Address = '0x0000000000000000000000000000000000000000'

/**
 * Judges every run of an outcome by what a person allows. Inside is only what was executed in full and stays within every bound in
 * every run; what no bound names is not allowed. Reads addresses and amounts, never names.
 */
export function judgeIntent(bounds: IntentBounds, outcome: MeasuredOutcome): JudgedIntent {
  const judged = [
    ...judgeAssets(bounds, outcome),
    ...judgePayees(bounds, outcome),
    ...judgeAllowances(bounds, outcome),
    ...judgeFee(bounds, outcome),
    ...judgeWhole(bounds, outcome),
  ]
  const { unknown, runs } = outcome
  // An allowance that cannot be read may be one that no bound names.
  const isUnread = runs.length === 0 || runs.some(({ changes, allowances }) => changes === null || allowances === null)
  const isUnknown = unknown.length > 0 || isUnread || judged.some(({ outside }) => outside === 'unknown')
  const outside = judged.some((one) => one.outside === 'exceeded') ? 'exceeded' : isUnknown ? 'unknown' : null
  return { inside: outside === null, outside, bounds: judged.sort((a, b) => RANK(a) - RANK(b)), unknown }
}

const RANK = ({ outside }: JudgedBound) => (outside === 'exceeded' ? 0 : outside === 'unknown' ? 1 : 2)

/** An amount and the run that shows it. */
type Measure = { amount: bigint; run: string }

function judgeAssets({ assetsOut, assetsIn }: IntentBounds, { principals, runs }: MeasuredOutcome): JudgedBound[] {
  const known = runs.flatMap(({ run, cut = false, changes }) =>
    changes === null ? [] : [{ run, cut, net: netOf(changes, principals) }],
  )
  const allKnown = runs.length > 0 && known.length === runs.length
  const judged: JudgedBound[] = []

  const measures = new Map<AssetBound, Measure>()
  const unlisted = new Map<string, { asset: AssetName; tokenId: bigint | null } & Measure>()
  for (const { run, net } of known) {
    const sums = new Map<AssetBound, bigint>()
    for (const { asset, tokenId, amount } of net) {
      if (amount >= 0n) continue
      const bound = boundOf(assetsOut, asset, tokenId)
      if (bound !== undefined) sums.set(bound, (sums.get(bound) ?? 0n) - amount)
      else keepLarger(unlisted, keyOf(asset, tokenId), { asset, tokenId, amount: -amount, run })
    }
    for (const [bound, amount] of sums) keepLarger(measures, bound, { amount, run })
  }
  for (const bound of assetsOut) {
    const measure = measures.get(bound) ?? { amount: 0n, run: known[0]?.run ?? null }
    judged.push(assetRow('assetOut', bound, measure, exceededOr(measure.amount > bound.amount, allKnown)))
  }
  for (const { asset, tokenId, amount, run } of unlisted.values())
    judged.push(assetRow('assetOut', { asset, tokenId, amount: 0n }, { amount, run }, 'exceeded'))

  for (const bound of assetsIn) {
    // The least of all runs counts. Calls that were cut off owe nothing while nothing has left.
    const owing = known.filter(({ cut, net }) => !cut || net.some(({ amount }) => amount < 0n))
    const arrivals = owing.map(({ run, net }) => ({ run, amount: arrived(net, bound) }))
    const least = arrivals.reduce<Measure | null>((a, b) => (a === null || b.amount < a.amount ? b : a), null)
    judged.push(
      assetRow(
        'assetIn',
        bound,
        least ?? { amount: null, run: null },
        exceededOr((least?.amount ?? bound.amount) < bound.amount, allKnown),
      ),
    )
  }
  return judged
}

function judgePayees({ payees }: IntentBounds, { principals, runs }: MeasuredOutcome): JudgedBound[] {
  const received = new Map<string, { account: Address; asset: AssetName; tokenId: bigint | null } & Measure>()
  for (const { run, changes } of runs) {
    if (changes === null) continue
    const leaving = new Set(
      netOf(changes, principals).flatMap(({ asset, tokenId, amount }) => (amount < 0n ? keyOf(asset, tokenId) : [])),
    )
    const losers = new Set(changes.flatMap(({ account, amount }) => (amount < 0n ? account : [])))
    const lost = new Set(changes.flatMap(({ asset, tokenId, amount }) => (amount < 0n ? keyOf(asset, tokenId) : [])))
    for (const { account, asset, tokenId, amount } of changes) {
      if (amount <= 0n || account === ZERO || principals.includes(account)) continue
      const key = keyOf(asset, tokenId)
      // What others keep for the person can leave without passing by: who gives nothing for what another account loses is paid too.
      if (!leaving.has(key) && (losers.has(account) || !lost.has(key))) continue
      keepLarger(received, `${account}:${keyOf(asset, tokenId)}`, { account, asset, tokenId, amount, run })
    }
  }
  const rows = [...received.values()].map(({ account, asset, tokenId, amount, run }): JudgedBound => {
    const allowed = payees.includes(account)
    const limit = allowed ? null : '0'
    return {
      bound: 'payee',
      asset,
      tokenId,
      account,
      limit,
      measured: String(amount),
      run,
      outside: allowed ? null : 'exceeded',
    }
  })
  // Who is paid in a run that is not known cannot be told either.
  const unread = runs.find(({ changes }) => changes === null)
  return unread === undefined ? rows : [...rows, { ...NOTHING, bound: 'payee', run: unread.run, outside: 'unknown' }]
}

function judgeAllowances({ allowances }: IntentBounds, { runs }: MeasuredOutcome): JudgedBound[] {
  const allKnown = runs.length > 0 && runs.every((one) => one.allowances !== null)
  const given = new Map<string, NewAllowance & { run: string }>()
  for (const { run, allowances: ofRun } of runs)
    for (const one of ofRun ?? []) {
      if (one.amount === 0n) continue
      const key = `${one.asset}:${one.spender}`
      const before = given.get(key)
      if (before === undefined || isMore(one.amount, before.amount)) given.set(key, { ...one, run })
    }
  const rows = allowances.map(({ asset, spender, amount }): JudgedBound => {
    const key = `${asset}:${spender}`
    const one = given.get(key)
    given.delete(key)
    return {
      bound: 'allowance',
      asset,
      tokenId: null,
      account: spender,
      limit: String(amount),
      measured: one ? String(one.amount) : allKnown ? '0' : null,
      run: one?.run ?? runs[0]?.run ?? null,
      outside: exceededOr(one !== undefined && isMore(one.amount, amount), allKnown),
    }
  })
  for (const { asset, spender, amount, run } of given.values())
    rows.push({
      bound: 'allowance',
      asset,
      tokenId: null,
      account: spender,
      limit: '0',
      measured: String(amount),
      run,
      outside: 'exceeded',
    })
  return rows
}

/** The most that the stated gas and price allow: against its own bound, else with the coins that leave. */
function judgeFee({ feeOut, assetsOut }: IntentBounds, { fee, principals, runs }: MeasuredOutcome): JudgedBound[] {
  const row = { ...NOTHING, bound: 'feeOut', asset: 'native', run: 'main' } as const
  if (fee === null)
    return feeOut === null ? [] : [{ ...row, limit: String(feeOut), measured: null, outside: 'unknown' }]
  if (feeOut !== null)
    return [{ ...row, limit: String(feeOut), measured: String(fee), outside: fee > feeOut ? 'exceeded' : null }]
  const spent = runs.map(({ changes }) =>
    netOf(changes ?? [], principals).reduce((sum, { asset, amount }) => (asset === 'native' ? sum - amount : sum), 0n),
  )
  const most = spent.reduce((a, b) => (b > a ? b : a), 0n)
  const bound = assetsOut.find(({ asset }) => asset === 'native')?.amount ?? 0n
  const left = bound > most ? bound - most : 0n
  return [{ ...row, limit: String(left), measured: String(fee), outside: fee > left ? 'exceeded' : null }]
}

/** What is not counted in assets: value, time, and control. */
function judgeWhole({ usdOut, deadline }: IntentBounds, outcome: MeasuredOutcome): JudgedBound[] {
  const rows: JudgedBound[] = []
  if (usdOut !== null) {
    const { fee, feeUsd } = outcome
    const usd =
      outcome.usdOut === null || (fee !== null && feeUsd === null)
        ? null
        : outcome.usdOut + (fee === null ? 0 : (feeUsd ?? 0))
    const outside = usd === null ? 'unknown' : usd > usdOut ? 'exceeded' : null
    rows.push({
      ...NOTHING,
      bound: 'usdOut',
      limit: String(usdOut),
      measured: usd === null ? null : usd.toFixed(2),
      run: 'main',
      outside,
    })
  }
  if (deadline !== null) {
    const effect = outcome.effectAfterDeadline
    const measured = effect === null ? null : effect ? 'has effects' : 'no effect'
    const outside = effect === null ? 'unknown' : effect ? 'exceeded' : null
    rows.push({ ...NOTHING, bound: 'deadline', limit: String(deadline), measured, run: 'after-deadline', outside })
  }
  if (outcome.control === null) rows.push({ ...NOTHING, bound: 'control', limit: '0', outside: 'unknown' })
  for (const account of outcome.control ?? [])
    rows.push({ ...NOTHING, bound: 'control', account, limit: '0', measured: '1', run: 'main', outside: 'exceeded' })
  return rows
}

const NOTHING = { asset: null, tokenId: null, account: null, limit: null, measured: null, run: null } as const

function assetRow(
  bound: 'assetOut' | 'assetIn',
  { asset, tokenId, amount }: AssetBound,
  measure: { amount: bigint | null; run: string | null },
  outside: Outside | null,
): JudgedBound {
  const measured = measure.amount === null || measure.run === null ? null : String(measure.amount)
  return { bound, asset, tokenId, account: null, limit: String(amount), measured, run: measure.run, outside }
}

function exceededOr(exceeded: boolean, allKnown: boolean): Outside | null {
  return exceeded ? 'exceeded' : allKnown ? null : 'unknown'
}

/** Sums the changes of the accounts at stake by asset: what passes between them is no change. */
function netOf(changes: readonly HoldingChange[], principals: readonly Address[]): Omit<HoldingChange, 'account'>[] {
  const net = new Map<string, Omit<HoldingChange, 'account'>>()
  for (const { account, asset, tokenId, amount } of changes) {
    if (!principals.includes(account)) continue
    const key = keyOf(asset, tokenId)
    net.set(key, { asset, tokenId, amount: (net.get(key)?.amount ?? 0n) + amount })
  }
  return [...net.values()]
}

/** The bound of exactly this item, else that of its collection. */
function boundOf(bounds: readonly AssetBound[], asset: AssetName, tokenId: bigint | null): AssetBound | undefined {
  const own = bounds.filter((bound) => bound.asset === asset)
  return own.find((bound) => bound.tokenId === tokenId) ?? own.find((bound) => bound.tokenId === null)
}

function arrived(net: readonly Omit<HoldingChange, 'account'>[], { asset, tokenId }: AssetBound): bigint {
  const own = net.filter((one) => one.asset === asset && (tokenId === null || one.tokenId === tokenId))
  return own.reduce((sum, { amount }) => sum + amount, 0n)
}

function keepLarger<Key, Value extends Measure>(map: Map<Key, Value>, key: Key, value: Value): void {
  const before = map.get(key)
  if (before === undefined || value.amount > before.amount) map.set(key, value)
}

function isMore(amount: NewAllowance['amount'], than: NewAllowance['amount']): boolean {
  if (than === 'unlimited') return false
  return amount === 'unlimited' || amount > than
}

function keyOf(asset: AssetName, tokenId: bigint | null): string {
  return `${asset}:${tokenId ?? ''}`
}
