import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { type MicroUsd, microUsd, type PolicyUsage } from './decision.ts'
import type { Effects } from './effects.ts'
import { isTransactionMethod } from './policy.ts'

/** One asset that an entry of the budget lets go. */
export type BudgetLine = {
  chain: Chain
  /** Null: the coin. */
  asset: Address | null
  /** Base units. */
  amount: bigint
  /** Null: no price was known. */
  microUsd: MicroUsd | null
  /** Accounts that may take it or receive it: an outflow to one of them uses the line up. */
  parties: readonly Address[]
  /** An allowance, or what a holder of a signature may take: nothing has left yet. */
  isGrant: boolean
  /** What of the amount earlier grants have booked already: the spender of each grant took it. */
  credits: readonly Credit[]
}

/** A part of a line that the entry `grant` booked before. It is one expense with it only while both count. */
export type Credit = { grant: string; amount: bigint; microUsd: MicroUsd }

/** An entry that counts now. `today`: it counts on this UTC day as well as in the last 24 hours. */
export type CountedEntry = { id: string; lines: readonly BudgetLine[]; today: boolean }

/** The lines that a request books: its outflows, and its approvals by what the spender can take now. */
export function linesOf(effects: Effects): BudgetLine[] {
  const { chain, outflows, approvals, recipients, method } = effects
  // Nothing has left before a holder of the signature uses it.
  const isSigned = !isTransactionMethod(method)
  return [
    ...outflows.map(
      ({ asset, amount, usd, spender }): BudgetLine => ({
        chain,
        asset,
        amount,
        microUsd: microUsd(usd),
        parties: spender === null ? recipients : [...new Set([...recipients, spender])],
        isGrant: isSigned,
        credits: [],
      }),
    ),
    ...approvals.map(
      ({ token, spender, amount, atRiskUsd }): BudgetLine => ({
        chain,
        asset: token,
        amount: amount ?? 0n,
        microUsd: microUsd(atRiskUsd),
        parties: [spender],
        isGrant: true,
        credits: [],
      }),
    ),
  ]
}

/** What an entry adds to the budget: a price that is not known adds nothing, because a request without one is not allowed. */
export function microUsdOf(lines: readonly BudgetLine[]): MicroUsd {
  return lines.reduce((sum, line) => Math.min(sum + (line.microUsd ?? 0), MAX), 0)
}

const MAX = Number.MAX_SAFE_INTEGER

type Left = { amount: bigint; microUsd: MicroUsd }
const NONE: Left = { amount: 0n, microUsd: 0 }

/** What each grant of the entries has left, by entry, network, asset and spender, once the credits of the entries are taken. */
function grantsLeft(entries: readonly CountedEntry[]): Map<string, Left> {
  const left = new Map<string, Left>()
  for (const { id, lines } of entries)
    for (const line of lines) {
      const [spender, ...others] = line.parties
      if (!line.isGrant || line.asset === null || spender === undefined || others.length > 0) continue
      const key = keyOf(id, line, spender)
      const { amount, microUsd: usd } = left.get(key) ?? NONE
      left.set(key, { amount: amount + line.amount, microUsd: usd + (line.microUsd ?? 0) })
    }
  return left
}

const keyOf = (id: string, { chain, asset }: Pick<BudgetLine, 'chain' | 'asset'>, spender: Address) =>
  `${id} ${chain} ${asset} ${spender}`

/** Takes a credit from what grants have left. @returns what was there to take. */
function takeCredit(left: Map<string, Left>, line: BudgetLine, credit: Credit): Left {
  const key = line.parties.map((party) => keyOf(credit.grant, line, party)).find((one) => left.has(one))
  const open = key === undefined ? undefined : left.get(key)
  if (key === undefined || open === undefined) return NONE
  const taken = { amount: min(open.amount, credit.amount), microUsd: Math.min(open.microUsd, credit.microUsd) }
  left.set(key, { amount: open.amount - taken.amount, microUsd: open.microUsd - taken.microUsd })
  return taken
}

/**
 * What counts of a usage in full: a grant and the part of a line that uses it are one expense where both count in the same window.
 * @param lines of a request that counts from now on.
 */
export function creditedUsage(
  usage: PolicyUsage,
  entries: readonly CountedEntry[],
  lines: readonly BudgetLine[] = [],
): PolicyUsage {
  const all = [...entries, { id: '', lines, today: true }]
  const rolling = doubles(all)
  const day = doubles(all.filter(({ today }) => today))
  const sum = (found: ReturnType<typeof doubles>) => found.reduce((total, { taken }) => total + taken.microUsd, 0)
  return {
    dayMicroUsd: Math.max(0, usage.dayMicroUsd - sum(day)),
    rollingMicroUsd: Math.max(0, usage.rollingMicroUsd - sum(rolling)),
    assets: usage.assets.map((one) => {
      const of = day.filter(({ line }) => line.chain === one.chain && line.asset === one.asset)
      const twice = of.reduce((total, { taken }) => total + taken.amount, 0n)
      return { ...one, amount: one.amount > twice ? one.amount - twice : 0n }
    }),
  }
}

/** Parts of lines that a grant and its use both count. */
function doubles(entries: readonly CountedEntry[]) {
  const left = grantsLeft(entries)
  return entries.flatMap(({ lines }) =>
    lines.flatMap((line) => line.credits.map((credit) => ({ line, taken: takeCredit(left, line, credit) }))),
  )
}

/**
 * Credits outflows that a spender takes by an allowance with what was booked when the allowance was given: an approval and the trade
 * that uses it are one expense, on the days on which both count.
 * @param entries oldest first.
 */
export function creditGrants(
  lines: readonly BudgetLine[],
  outflows: Effects['outflows'],
  entries: readonly CountedEntry[],
): BudgetLine[] {
  const left = grantsLeft(entries)
  // Credits of entries that stand already come first.
  for (const { lines: standing } of entries)
    for (const line of standing) for (const credit of line.credits) takeCredit(left, line, credit)
  return lines.map((line, at) => {
    const spender = outflows[at]?.spender ?? null
    if (line.isGrant || spender === null || line.asset === null) return line
    let open = line.amount
    const credits = entries.flatMap(({ id }): Credit[] => {
      const there = left.get(keyOf(id, line, spender))
      if (there === undefined || there.amount <= 0n || open <= 0n) return []
      const amount = min(there.amount, open)
      open -= amount
      const wanted = { grant: id, amount, microUsd: shareOf(line.microUsd ?? 0, amount, line.amount) }
      return [{ grant: id, ...takeCredit(left, { ...line, parties: [spender] }, wanted) }]
    })
    return { ...line, credits }
  })
}

/** What is left of a credit once a part of it was used up. */
export function restOf(credit: Credit, used: bigint): Credit {
  const amount = credit.amount - used
  return { ...credit, amount, microUsd: shareOf(credit.microUsd, amount, credit.amount) }
}

/** Rounded down. */
function shareOf(micro: MicroUsd, part: bigint, whole: bigint): MicroUsd {
  return whole === 0n ? 0 : Math.floor((micro * Number((part * SHARES) / whole)) / Number(SHARES))
}

const SHARES = 1_000_000n
const min = (a: bigint, b: bigint) => (a < b ? a : b)

/** An outflow that the watcher saw on chain. `parties`: its recipient, the account that sent the transaction, and the one it called. */
export type SeenOutflow = { asset: Address | null; amount: bigint; usd: number | null; parties: readonly Address[] }

/**
 * What is left of the lines of a signature or an allowance after an outflow of the same asset that one of its parties took or received,
 * and what of the outflow they covered.
 */
export function useUp(
  lines: readonly BudgetLine[],
  seen: Pick<SeenOutflow, 'asset' | 'amount' | 'parties'> & { chain: Chain },
): { left: BudgetLine[]; covered: bigint } {
  let open = seen.amount
  const left = lines.flatMap((line): BudgetLine[] => {
    const isSame = line.isGrant && line.chain === seen.chain && line.asset === seen.asset
    if (!isSame || open === 0n || line.amount === 0n || !line.parties.some((one) => seen.parties.includes(one)))
      return [line]
    const used = min(line.amount, open)
    open -= used
    if (used === line.amount) return []
    const gone = shareOf(line.microUsd ?? 0, used, line.amount)
    return [{ ...line, amount: line.amount - used, microUsd: line.microUsd === null ? null : line.microUsd - gone }]
  })
  return { left, covered: seen.amount - open }
}

/** Base units by network and asset. */
export function assetsOf(lines: readonly BudgetLine[]): PolicyUsage['assets'] {
  const sums = new Map<string, PolicyUsage['assets'][number]>()
  for (const { chain, asset, amount } of lines) {
    const key = `${chain} ${asset}`
    const known = sums.get(key)?.amount ?? 0n
    sums.set(key, { chain, asset, amount: known + amount })
  }
  return [...sums.values()]
}

/**
 * The larger of two bookings of one request, asset by asset: it was judged again on another state, and which of both comes true is not
 * known.
 */
export function largerLines(booked: readonly BudgetLine[], judged: readonly BudgetLine[]): BudgetLine[] {
  const rest = [...booked]
  const larger = judged.map((line): BudgetLine => {
    const at = rest.findIndex((one) => isSameExpense(one, line))
    const [known] = at < 0 ? [] : rest.splice(at, 1)
    if (known === undefined) return line
    const more = known.amount > line.amount ? known : line
    const values = [known.microUsd, line.microUsd].filter((one) => one !== null)
    return {
      ...more,
      parties: [...new Set([...line.parties, ...known.parties])],
      microUsd: values.length === 0 ? null : Math.max(...values),
    }
  })
  return [...larger, ...rest]
}

/** Grants to different spenders may all be used. */
function isSameExpense(one: BudgetLine, other: BudgetLine): boolean {
  const { chain, asset, isGrant, parties } = other
  const isSameParty = !isGrant || String(one.parties) === String(parties)
  return one.chain === chain && one.asset === asset && one.isGrant === isGrant && isSameParty
}
