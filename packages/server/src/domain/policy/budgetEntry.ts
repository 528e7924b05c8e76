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
  /** What of the amount an earlier grant has booked already: the spender of that grant took it. */
  credit: { amount: bigint; microUsd: MicroUsd }
}

const NO_CREDIT = { amount: 0n, microUsd: 0 }

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
        credit: NO_CREDIT,
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
        credit: NO_CREDIT,
      }),
    ),
  ]
}

/** What an entry adds to the budget: a price that is not known adds nothing, because a request without one is not allowed. */
export function microUsdOf(lines: readonly BudgetLine[]): MicroUsd {
  return lines.reduce((sum, line) => Math.min(sum + (line.microUsd ?? 0) - line.credit.microUsd, MAX), 0)
}

const MAX = Number.MAX_SAFE_INTEGER

/** The same usage without what earlier grants booked of these lines. */
export function creditedUsage(usage: PolicyUsage, lines: readonly BudgetLine[]): PolicyUsage {
  const credit = lines.reduce((sum, line) => sum + line.credit.microUsd, 0)
  return {
    dayMicroUsd: Math.max(0, usage.dayMicroUsd - credit),
    rollingMicroUsd: Math.max(0, usage.rollingMicroUsd - credit),
    assets: usage.assets.map((one) => {
      const of = lines.filter(({ chain, asset }) => chain === one.chain && asset === one.asset)
      const used = of.reduce((sum, line) => sum + line.credit.amount, 0n)
      return { ...one, amount: one.amount > used ? one.amount - used : 0n }
    }),
  }
}

/**
 * Credits outflows that a spender takes by an allowance with what was booked when the allowance was given: an approval and the trade
 * that uses it are one expense.
 * @param booked lines of the same window; their own credits show what of a grant is used up.
 */
export function creditGrants(
  lines: readonly BudgetLine[],
  outflows: Effects['outflows'],
  booked: readonly BudgetLine[],
): BudgetLine[] {
  const left = new Map<string, { amount: bigint; microUsd: MicroUsd }>()
  const keyOf = (chain: string, asset: string, spender: string) => `${chain} ${asset} ${spender}`
  for (const { isGrant, chain, asset, parties, amount, microUsd: usd } of booked) {
    const [spender] = parties
    if (!isGrant || asset === null || spender === undefined || parties.length !== 1) continue
    const key = keyOf(chain, asset, spender)
    const known = left.get(key) ?? NO_CREDIT
    left.set(key, { amount: known.amount + amount, microUsd: known.microUsd + (usd ?? 0) })
  }
  const use = (key: string, amount: bigint, usd: MicroUsd) => {
    const open = left.get(key)
    if (open === undefined || open.amount <= 0n) return NO_CREDIT
    const used = { amount: min(open.amount, amount), microUsd: 0 }
    const share = amount === 0n ? 0 : Math.floor((usd * Number((used.amount * SHARES) / amount)) / Number(SHARES))
    used.microUsd = Math.min(open.microUsd, share)
    left.set(key, { amount: open.amount - used.amount, microUsd: open.microUsd - used.microUsd })
    return used
  }
  // Credits of entries that stand already come first.
  for (const { chain, asset, parties, credit } of booked) {
    if (asset === null || credit.amount === 0n) continue
    const spender = parties.find((party) => left.has(keyOf(chain, asset, party)))
    const open = spender === undefined ? undefined : left.get(keyOf(chain, asset, spender))
    if (spender === undefined || open === undefined) continue
    left.set(keyOf(chain, asset, spender), {
      amount: open.amount - credit.amount,
      microUsd: Math.max(0, open.microUsd - credit.microUsd),
    })
  }
  return lines.map((line, at) => {
    const spender = outflows[at]?.spender ?? null
    if (line.isGrant || spender === null || line.asset === null) return line
    return { ...line, credit: use(keyOf(line.chain, line.asset, spender), line.amount, line.microUsd ?? 0) }
  })
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
    const micro = line.microUsd ?? 0
    const gone = Math.floor((micro * Number((used * SHARES) / line.amount)) / Number(SHARES))
    return [{ ...line, amount: line.amount - used, microUsd: line.microUsd === null ? null : micro - gone }]
  })
  return { left, covered: seen.amount - open }
}

/** Base units by network and asset. */
export function assetsOf(lines: readonly BudgetLine[]): PolicyUsage['assets'] {
  const sums = new Map<string, PolicyUsage['assets'][number]>()
  for (const { chain, asset, amount, credit } of lines) {
    const key = `${chain} ${asset}`
    const known = sums.get(key)?.amount ?? 0n
    sums.set(key, { chain, asset, amount: known + amount - credit.amount })
  }
  return [...sums.values()]
}
