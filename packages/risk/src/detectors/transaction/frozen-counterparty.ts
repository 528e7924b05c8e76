import { defineDetector } from '../../engine/detector.ts'
import { frozenHit } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'frozen-counterparty',
  title: 'Counterparty frozen by the token issuer',
  why: 'In simulation, an address that Tether or Circle has frozen (USDT `isBlackListed`, USDC `isBlacklisted`, read on chain) receives assets or may spend from your account. The issuers freeze addresses on court orders and after thefts.',
  advice: 'Reject it unless you know the owner of this address and the reason for the freeze.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'flagged',
  needs: ['recipient', 'payees', 'moved', 'counterparties', 'grants', 'block'],
  detect: ({ recipient, payees, moved, counterparties, grants, block }) => {
    const receiving = new Set([
      ...payees.map(({ address }) => address),
      ...(moved?.balanceChanges ?? []).filter(({ change }) => change > 0n).map(({ account }) => account),
    ])
    const spenders = new Map(grants.map(({ spender, spenderAccount }) => [spender, spenderAccount]))
    const involved = [
      ...[...receiving].sort().map((address) => [counterparties[address], ', which receives assets,'] as const),
      ...[...spenders.values()].map((account) => [account, ', which may spend from your account,'] as const),
    ]
    const hits = involved.flatMap(([account, role]) =>
      // The account called is another rule's.
      account?.frozenBy?.length && account.address !== recipient?.address ? [frozenHit(account, block, role)] : [],
    )
    const unanswered = involved.some(([account]) => account?.frozenBy === null)
    return hits.length === 0 && unanswered ? { unknown: ['freeze lists'], decisive: false } : hits
  },
})
