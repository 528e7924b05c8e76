import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity, isAccusing } from '../../engine/finding.ts'
import type { WalletCounterparty } from '../../facts/walletHistory.ts'
import { isSmallIncome } from '../../wallet/weighHoldings.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'funded-by-flagged-source',
  title: 'Wallet funded by a flagged account',
  why: 'The first coins of an account pay for its first transactions, so they usually come from its owner. Here they lead to a scammer, a thief or a sanctioned party. The funding chain ends at the first known account, such as an exchange.',
  advice: 'Treat the address as controlled by its funder until you know better.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'funding',
  needs: ['fundingChain', 'walletCounterparties'],
  detect: ({ fundingChain, walletCounterparties: parties }) =>
    fundingChain.flatMap(({ account, hop, hash }) => {
      if (account.sanctioned !== true && !account.labels.some(isAccusing)) return []
      const step = STEPS[hop - 1 + (flagSeverity(account) === 'critical' ? 0 : 1)] ?? 'low'
      const answered = parties.some(({ address, sent }) => address === account.address && sent > 0)
      return [
        {
          // A flagged account can send a first small amount to any wallet.
          severity: !answered && isSmallIncome(incomeFrom(fundingChain[0]?.address, parties)) ? ('low' as const) : step,
          description: `${hop === 1 ? 'The wallet’s first money' : `The wallet’s first money, ${hop} hops back,`} came from ${nameAccount(account.address, account)}.`,
          evidence: { source: account.address, hops: hop, transaction: hash, lists: listsOf(account) },
        },
      ]
    }),
})

/** Severity by number of accounts in between; a label that any user may submit weighs one step less. */
const STEPS = ['high', 'medium', 'low'] as const

function incomeFrom(source: Address | undefined, parties: readonly WalletCounterparty[]) {
  const usd = parties.find(({ address }) => address === source)?.receivedUsd ?? null
  const total = parties.reduce((sum, { receivedUsd }) => sum + (receivedUsd ?? 0), 0)
  return { usd, share: usd === null || total === 0 ? null : usd / total }
}
