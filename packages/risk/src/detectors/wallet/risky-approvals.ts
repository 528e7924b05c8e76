import { defineDetector } from '../../detector.ts'
import type { WalletApproval } from '../../facts/walletApprovals.ts'
import type { Severity } from '../../finding.ts'
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
    const groups = Map.groupBy(trusted, (approval) => severityOf(approval, at))
    return [...groups].flatMap(([severity, approvals]) => {
      const [first] = approvals
      if (severity === null || first === undefined) return []
      return [
        {
          severity,
          description: `${approvals.length === 1 ? `${shortAddress(first.spender)} may take ${first.symbol ?? shortAddress(first.token)}` : `${approvals.length} approvals let others take this wallet’s tokens`} (${WORDS[severity]}).`,
          evidence: {
            approvals: approvals
              .slice(0, SHOWN)
              .map(({ token, spender, standard }) => `${standard} ${token} to ${spender}`),
            count: approvals.length,
          },
        },
      ]
    })
  },
})

const SHOWN = 10
/** A list or the contract scan accuses the spender: more than an unknown spender. */
const PROVEN: ReadonlySet<ApprovalReasonId> = new Set(['flagged-spender', 'dangerous-spender'])
const WORDS = {
  high: 'block-listed or dangerous spender',
  medium: 'unknown spender',
  low: 'allowance larger than needed, or no balance to take now',
} as const

/** An approval's own class is worse: there the question is what it does to the wallet, here what the wallet is to others. */
function severityOf(
  approval: WalletApproval,
  at: { owner: WalletApproval['spender']; now: number },
): Exclude<Severity, 'critical' | 'info'> | null {
  const { level, reasons } = approvalRisk(approval, at)
  if (level !== 'critical' && level !== 'high') return null
  if (approval.balance === 0n) return 'low'
  if (reasons.some(({ id, level: own }) => PROVEN.has(id) && own === 'critical')) return 'high'
  return level === 'critical' ? 'medium' : 'low'
}
