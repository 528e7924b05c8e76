import type { Address } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import { labelOf } from '../../usecases/scans/renderChanges.ts'
import type { WatchedBlock, WatchedTransaction } from '../ports.ts'
import type { DelegationActivity } from './activity.ts'
import type { BlockFacts, Gathered } from './blockFacts.ts'
import type { AlertBody } from './transferAlerts.ts'

const UNJUDGED = { riskScore: null, riskLevel: null }

/**
 * Builds the alert of an authorisation that took effect; null of any other, and where a delegate is taken from an account that has none.
 * @param delegations all that watched addresses signed, as the block carries them.
 */
export function delegationAlerts(
  delegations: readonly DelegationActivity[],
  { block: { transactions }, facts }: { block: Pick<WatchedBlock, 'transactions'>; facts: BlockFacts },
): (activity: DelegationActivity) => Promise<AlertBody | null> {
  const byWallet = Map.groupBy(delegations, ({ wallet }) => wallet)
  const counted = new Map<Address, Promise<Gathered<DelegationActivity[]>>>()
  /** Those of an account that took effect; null: its nonces could not be learned. */
  function appliedOf(wallet: Address): Promise<Gathered<DelegationActivity[]>> {
    const known = counted.get(wallet)
    if (known !== undefined) return known
    const counting = facts
      .nonces(wallet)
      .then((nonces) => nonces && { value: appliedDelegations(transactions, byWallet.get(wallet) ?? [], nonces.value) })
    counted.set(wallet, counting)
    return counting
  }

  return async (activity) => {
    const { wallet, delegate } = activity
    const applied = await appliedOf(wallet)
    if (applied !== null && !applied.value.includes(activity)) return null
    const inOrder = applied?.value ?? byWallet.get(wallet) ?? []
    const earlier = inOrder[inOrder.indexOf(activity) - 1]
    const had = earlier === undefined ? facts.delegateBefore(wallet) : { value: earlier.delegate }
    const told = delegate === null ? await had : { value: delegate }
    if (told?.value === null) return null
    const unknown = applied === null ? ['success'] : []
    const subject = told === null ? UNNAMED : await describe(told.value, facts)
    return {
      type: 'address.interaction',
      about: delegate === null ? activity.position : `delegation:${delegate}`,
      data: {
        wallet: getAddress(wallet),
        ...subject,
        direction: 'out',
        token: null,
        asset: null,
        amount: null,
        amountUsd: null,
        delegation: delegate !== null,
        unknown: [...subject.unknown, ...unknown],
      },
    }
  }
}

const UNNAMED = {
  counterparty: null,
  counterpartyLabel: null,
  ...UNJUDGED,
  unknown: ['counterparty', 'counterpartyLabel', 'riskScore', 'riskLevel'],
}

async function describe(delegate: Address, facts: BlockFacts) {
  const [account, score] = await Promise.all([facts.account(delegate), facts.score(delegate)])
  const risk = score === null || score === 'beyond' ? UNJUDGED : score.value
  const unknown = account === null ? ['counterpartyLabel'] : []
  if (risk.riskScore === null) unknown.push('riskScore', 'riskLevel')
  return { counterparty: getAddress(delegate), counterpartyLabel: labelOf(account?.value), ...risk, unknown }
}

/**
 * Returns the authorisations of an account that took effect in a block, in order. Any account may submit one again, or one
 * that was signed for later: it takes effect when its nonce is the account's nonce at that moment, and uses it up. So the
 * account's nonce is counted through the block.
 * @param authorized those of the account, in order.
 * @param nonces of the account, before the block and after it.
 */
export function appliedDelegations(
  transactions: readonly Pick<WatchedTransaction, 'hash' | 'from' | 'nonce'>[],
  authorized: readonly DelegationActivity[],
  { before, after }: { before: bigint; after: bigint },
): DelegationActivity[] {
  const wallet: Address | undefined = authorized[0]?.wallet
  const carried = Map.groupBy(authorized, ({ hash }) => hash)
  const applied: DelegationActivity[] = []
  const own = new Set<bigint>()
  let nonce = before
  let isCounted = true
  for (const { hash, from, nonce: sent } of transactions) {
    if (from === wallet) {
      isCounted &&= sent === nonce
      nonce = sent + 1n
      own.add(sent)
    }
    for (const one of carried.get(hash) ?? [])
      if (one.nonce === nonce) {
        applied.push(one)
        nonce++
      }
  }
  if (isCounted && nonce === after) return applied
  // The account's code created contracts, and each used up a nonce that is not visible here: every authorisation that may
  // have taken effect counts.
  return authorized.filter((one) => one.nonce >= before && one.nonce < after && !own.has(one.nonce))
}
