import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { WalletApproval } from '../../facts/walletApprovals.ts'
import { type ApprovalReasonId, approvalRisk } from '../../wallet/approvalRisk.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'risky-approvals',
  title: 'Risky token approvals',
  why: 'Approvals stay until the owner revokes them. These went to flagged accounts, to personal wallets, to unknown contracts, or to contracts without verified source code. They endanger the wallet’s owner, and say nothing against the owner.',
  advice: 'Revoke these approvals in your wallet or with a revocation tool, the largest first.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'approvals',
  ofOwner: true,
  needs: ['subject', 'block', 'walletApprovals'],
  detect: ({ subject, block, walletApprovals }) => {
    const at = { owner: subject.address, now: Number(block.timestamp) }
    const trusted = walletApprovals.filter(({ tokenUnlisted }) => tokenUnlisted !== true)
    const judged = trusted.flatMap((approval) => {
      const exposure = exposureOf(approval, at)
      return exposure === null ? [] : [{ approval, ...exposure }]
    })
    const groups = Map.groupBy(judged, ({ severity, words }) => `${severity} ${words}`)
    return [...groups.values()].flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const { severity, words, approval } = first
      const who = shortAddress(approval.spender)
      return [
        {
          severity,
          description: `${group.length === 1 ? `${who} may take ${approval.symbol ?? shortAddress(approval.token)}` : `${group.length} approvals let others take this wallet’s tokens`} (${words}).`,
          evidence: {
            approvals: group
              .slice(0, SHOWN)
              .map(({ approval: { token, spender, standard } }) => `${standard} ${token} to ${spender}`),
            count: group.length,
          },
        },
      ]
    })
  },
})

const SHOWN = 10

type Exposure = { severity: Exclude<Severity, 'critical' | 'info'>; words: string }

/** What the worst reason says, in a few words. Reasons that are never high have none. */
const WORDS: Partial<Record<ApprovalReasonId, string>> = {
  'flagged-spender': 'block-listed spender',
  'dangerous-spender': 'dangerous spender by its contract scan',
  'account-spender': 'spender that is a personal wallet',
  'inconsistent-spender': 'spender without code',
  'open-executor-spender': 'spender that any caller can use',
  'token-spender': 'spender that is a token',
  'pool-spender': 'spender that is a liquidity pool',
  'unlimited-to-unknown-contract': 'unlimited, unknown spender',
  'unverified-spender': 'spender without verified source code',
  'recently-deployed-spender': 'recently deployed spender',
}

/** An approval's own class is worse: there the question is what it does to the wallet, here what the wallet is to others. */
function exposureOf(approval: WalletApproval, at: { owner: WalletApproval['spender']; now: number }): Exposure | null {
  const { level, reasons } = approvalRisk(approval, at)
  if (level !== 'critical' && level !== 'high') return null
  if (approval.balance === 0n) return { severity: 'low', words: 'no balance to take now' }
  const worst = reasons.filter((reason) => reason.level === level).map(({ id }) => id)
  const [told = 'unjudged-spender'] = worst.includes('flagged-spender') ? ['flagged-spender' as const] : worst
  const words = WORDS[told] ?? 'unknown spender'
  if (level === 'high') return { severity: 'low', words }
  return { severity: told === 'flagged-spender' ? 'high' : 'medium', words }
}
