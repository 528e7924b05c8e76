import type { Address } from '@redoubt/risk/address.ts'
import { BURN_ADDRESSES } from '@redoubt/risk/burnAddresses.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { isAccusing } from '@redoubt/risk/isAccusing.ts'
import { getAddress } from 'viem/utils'
import type { CallActivity, NftActivity, TransferActivity } from './activity.ts'
import type { BlockFacts } from './blockFacts.ts'
import { type Described, describeTransfer } from './describeTransfer.ts'
import type { CounterpartyScore } from './monitorSources.ts'
import type { WantedAlert } from './wantedAlerts.ts'

/** What one alert says, but for where it happened; null: it is none. */
export type AlertBody = {
  type: WantedAlert['type']
  data: Record<string, unknown> & { unknown: string[] }
  about: string
}

const MAX_ITEMS = 50
/** Those of the three networks end at 0x100 (RIP-7212). */
const LAST_PRECOMPILE = 0x1ffn

/** Builds the wanted alerts of a movement or a call. Facts are requested only when one of the alerts needs them. */
export function transferAlerts(
  activity: TransferActivity | NftActivity | CallActivity,
  { chain, facts }: { chain: Chain; facts: BlockFacts },
): (wanted: WantedAlert) => Promise<AlertBody | null> {
  const wallet = getAddress(activity.wallet)
  let describing: Promise<Described> | null = null
  const described = () => {
    describing ??= describeTransfer(activity, { chain, facts })
    return describing
  }

  return async (wanted) => {
    const about = wanted.type === 'address.interaction' ? activity.counterparty : activity.position
    if (wanted.type === 'address.interaction') {
      const risk = await riskOf(activity.counterparty, wanted.riskThreshold, facts)
      if (risk === null) return null
      const { usd: _, maxUsd: __, unknown, ...rest } = await described()
      const missing = risk.riskScore === null ? [...unknown, 'riskScore', 'riskLevel'] : unknown
      return { type: wanted.type, about, data: { wallet, ...rest, ...risk, unknown: missing } }
    }
    const { usd, maxUsd, ...rest } = await described()
    if (wanted.type === 'monitor.large_transfer') {
      // An unknown price suppresses no alert, except where the amount cannot be worth that much or only a stranger's token
      // claims it.
      const worth = usd ?? (activity.claimed ? null : maxUsd)
      const isLarge = worth !== null && worth >= wanted.threshold
      return isLarge
        ? { type: wanted.type, about, data: { wallet, ...rest, threshold: String(wanted.threshold) } }
        : null
    }
    return { type: wanted.type, about, data: { wallet, ...membersOf(activity, rest) } }
  }
}

function membersOf(
  activity: TransferActivity | NftActivity | CallActivity,
  described: Omit<Described, 'usd' | 'maxUsd'>,
): Record<string, unknown> & { unknown: string[] } {
  const { counterparty, counterpartyLabel, unknown, ...rest } = described
  if (activity.kind === 'transfer') return described
  if (activity.kind === 'call')
    return { contract: counterparty, contractLabel: counterpartyLabel, selector: activity.selector, unknown }
  const { items } = activity
  const missing = items === null ? [...unknown.filter((member) => member !== 'amount'), 'items', 'itemCount'] : unknown
  return {
    counterparty,
    counterpartyLabel,
    direction: rest.direction,
    token: rest.token,
    asset: rest.asset,
    standard: activity.standard,
    items:
      items?.slice(0, MAX_ITEMS).map(({ tokenId, amount }) => ({ tokenId: String(tokenId), amount: String(amount) })) ??
      null,
    itemCount: items?.length ?? null,
    unknown: missing,
  }
}

/**
 * Null: not risky enough. One that could not be judged is told as such: unknown is not safe. A mixer may be sound code with a low
 * score, and is told whatever the threshold: dealing with it is what marks a wallet.
 */
async function riskOf(
  counterparty: Address,
  threshold: number,
  facts: BlockFacts,
): Promise<CounterpartyScore | { riskScore: null; riskLevel: null } | null> {
  if (BURN_ADDRESSES.has(counterparty) || BigInt(counterparty) <= LAST_PRECOMPILE) return null
  const score = await facts.score(counterparty)
  if (score === null) return UNJUDGED
  if (score !== 'beyond' && score.value.riskScore >= threshold) return score.value
  const account = (await facts.account(counterparty))?.value
  const isMixer = account?.labels.some(({ category }) => category === 'mixer')
  if (score !== 'beyond') return isMixer ? score.value : null
  // Too many strangers in one block: lists have the word.
  return isMixer || account?.sanctioned === true || account?.labels.some(isAccusing) ? UNJUDGED : null
}

const UNJUDGED = { riskScore: null, riskLevel: null }
