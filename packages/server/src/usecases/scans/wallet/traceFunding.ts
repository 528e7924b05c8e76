import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { FundingHop, WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { Incomplete } from '@redoubt/risk/gatherFacts.ts'
import { trustOf } from '@redoubt/risk/trust.ts'
import { kindOf } from '@redoubt/risk/wallet/exposuresOf.ts'

const MAX_HOPS = 3

type Past = Pick<WalletHistory, 'funding' | 'complete' | 'cut'>

/**
 * Traces the first money of a wallet, up to three hops back. The trace ends at a known account (an exchange, a bridge, a
 * mixer, an accused account), at a contract, which passes on strangers' money, and at an account that was never funded. What
 * could not be followed makes the answer incomplete.
 * @param own the wallet's own history; null when it is not known.
 */
export async function traceFunding({
  address,
  own,
  account,
  funding,
}: {
  address: Address
  own: Past | null
  account(of: Address): Promise<Account>
  funding(of: Address): Promise<Past>
}): Promise<FundingHop[] | Incomplete<FundingHop[]>> {
  const chain: FundingHop[] = []
  const passed = new Set([address])
  let past = own
  try {
    for (let hop = 1; hop <= MAX_HOPS; hop++) {
      const source = past?.funding ?? null
      if (past === null || (source === null && !past.complete.funding))
        return cut(chain, past?.cut.join('; ') || 'who funded it is not known')
      // Two accounts can have funded each other; the older one is not told by going in circles.
      if (source === null || passed.has(source.from)) return chain
      passed.add(source.from)
      const known = await account(source.from)
      chain.push({
        address: source.from,
        hop,
        hash: source.hash,
        blockNumber: source.blockNumber,
        value: source.value,
        account: known,
      })
      if (hop === MAX_HOPS || endsAt(known)) return chain
      past = await funding(source.from)
    }
    return chain
  } catch (error) {
    return cut(chain, 'the source of its money could not be followed further', error)
  }
}

function endsAt(account: Account): boolean {
  return kindOf(account) !== null || trustOf(account) === 'known' || account.class === 'contract'
}

function cut(chain: FundingHop[], message: string, error: unknown = null): Incomplete<FundingHop[]> {
  return new Incomplete(chain, { reason: 'failed', message: message.slice(0, 200), root: 'fundingChain', error })
}
