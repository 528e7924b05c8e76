import { defineDetector } from '../../detector.ts'
import { frozenHit } from '../../wording/frozenHit.ts'

export default defineDetector({
  id: 'frozen-counterparty',
  title: 'Somebody frozen by a token’s issuer takes part',
  why: 'Executing the transaction shows that an address which Tether or Circle has frozen (USDT `isBlackListed`, USDC `isBlacklisted`, read on chain) receives something or may spend from your account. They freeze on court orders and after thefts.',
  advice: 'Reject it unless you know who this is and why the address was frozen.',
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
      ...[...receiving].sort().map((address) => [counterparties[address], ', which receives something,'] as const),
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
