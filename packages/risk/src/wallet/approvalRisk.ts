import { BURN_ADDRESSES } from '../accounts/knownAddresses.ts'
import { spenderKindOf } from '../accounts/spenderKind.ts'
import type { Address } from '../address.ts'
import { describeDanger, powerDangerOf } from '../contract/callers.ts'
import { type Evidence, flagSeverity, isAccusing } from '../engine/finding.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import type { WalletApproval } from '../facts/walletApprovals.ts'

/** One reason for the risk of an approval. `level` is the risk by this reason alone. */
export type ApprovalReason = { id: ApprovalReasonId; level: RiskLevel; description: string; evidence: Evidence }
export type ApprovalReasonId =
  | 'flagged-spender'
  | 'account-spender'
  | 'inconsistent-spender'
  | 'open-executor-spender'
  | 'token-spender'
  | 'pool-spender'
  | 'unlimited-to-unknown-contract'
  | 'unverified-spender'
  | 'recently-deployed-spender'
  | 'bounded-to-unknown-contract'
  | 'dangerous-spender'
  | 'unread-spender'
  | 'unjudged-spender'
  | 'old-unused'
  | 'unlimited-to-protocol'
  | 'bounded-to-protocol'
  | 'keyless-spender'

/** Days without use after which an approval is old and no longer needed. */
export const OLD_DAYS = 180
const DAY = 86_400

const ORDER: readonly RiskLevel[] = ['safe', 'low', 'medium', 'high', 'critical']

/**
 * Returns the risk class of a live approval, the worst of its reasons. As the contract lists them: unlimited to an unknown
 * contract or to an EOA: critical; to an unverified contract, or to one deployed recently: high; to one that the contract scan accuses: as
 * that scan; old and unused: medium. A
 * flagged spender is critical, or high if only labels that any user may submit accuse it. A known protocol with a bound is safe,
 * without one low. A spender that could not be looked up is medium, and so is a bound of half or more of the holding: unknown is
 * not safe.
 * @param now Unix seconds of the block.
 */
export function approvalRisk(
  approval: WalletApproval,
  { owner, now }: { owner: Address; now: number },
): { level: RiskLevel; reasons: ApprovalReason[] } {
  const reasons = reasonsOf(approval, owner, now).sort((a, b) => ORDER.indexOf(b.level) - ORDER.indexOf(a.level))
  return { level: reasons[0]?.level ?? 'low', reasons }
}

function reasonsOf(approval: WalletApproval, owner: Address, now: number): ApprovalReason[] {
  const { spender, spenderAccount: account } = approval
  const evidence = evidenceOf(approval)
  const reason = (
    id: ApprovalReasonId,
    level: RiskLevel,
    description: string,
    more: Evidence = {},
  ): ApprovalReason => ({
    id,
    level,
    description,
    evidence: { ...evidence, ...more },
  })
  if (spender === owner || BURN_ADDRESSES.has(spender) || account?.class === 'precompile')
    return [reason('keyless-spender', 'safe', 'Only the owner can use this approval.')]
  const age = ageOf(approval, now)
  const old =
    age === null || age < OLD_DAYS
      ? []
      : [reason('old-unused', 'medium', `We saw no use of this approval for ${age} days.`, { days: age })]
  if (account === null) return [reason('unread-spender', 'medium', 'We could not look up the spender.'), ...old]

  const accused = account.labels.filter(isAccusing).map(({ name, source }) => `${name} (${source})`)
  const reasons = [...old]
  if (account.sanctioned === true || accused.length > 0)
    reasons.push(
      reason('flagged-spender', flagSeverity(account), 'The spender is on a block list or a sanctions list.', {
        listed: [...account.sanctionedBy, ...accused],
      }),
    )
  switch (spenderKindOf(account)) {
    case 'eoa':
      reasons.push(
        reason('account-spender', 'critical', 'The spender is a personal wallet, not a contract.', {
          class: account.class,
        }),
      )
      break
    case 'inconsistent':
      reasons.push(
        reason('inconsistent-spender', 'high', 'The spender is labelled a contract and has no code on this network.'),
      )
      break
    case 'open-executor':
      reasons.push(reason('open-executor-spender', 'critical', 'Any caller can spend through this contract.'))
      break
    case 'token':
      reasons.push(reason('token-spender', 'high', 'The spender is a token contract, which needs no approval.'))
      break
    case 'pool':
      reasons.push(reason('pool-spender', 'high', 'The spender is a liquidity pool, which needs no approval.'))
      break
    case 'protocol':
      reasons.push(
        approval.unlimited
          ? reason('unlimited-to-protocol', 'low', 'A known protocol may take the whole balance, now and later.')
          : reason('bounded-to-protocol', 'safe', 'A known protocol may take a limited amount.'),
      )
      break
    default:
      reasons.push(...strangersReasons(approval, reason))
  }
  return reasons
}

type Reason = (id: ApprovalReasonId, level: RiskLevel, description: string, more?: Evidence) => ApprovalReason

/** Reasons against unlabelled code; also where a list accuses it. */
function strangersReasons(approval: WalletApproval, reason: Reason): ApprovalReason[] {
  const { unlimited, spenderVerified, spenderDeployedRecently, spenderJudgement } = approval
  const reasons: ApprovalReason[] = []
  if (spenderJudgement?.openPulls === true)
    reasons.push(
      reason('open-executor-spender', 'critical', 'Any caller can spend through this contract. Its code was executed.'),
    )
  // Proof of danger is told before what is merely unknown.
  const danger = spenderJudgement === undefined ? null : powerDangerOf(spenderJudgement)
  if (spenderJudgement && danger !== null) {
    const { riskLevel, findings } = spenderJudgement
    reasons.push(
      reason(
        findings.length > 0 ? 'dangerous-spender' : 'unjudged-spender',
        riskLevel,
        describeDanger('the spender', spenderJudgement),
        {
          contractLevel: riskLevel,
          contractFindings: findings.map(({ id }) => id),
        },
      ),
    )
  } else if (spenderJudgement?.complete !== true)
    reasons.push(reason('unjudged-spender', 'medium', 'We could not scan the code of the spender.'))
  if (unlimited)
    reasons.push(
      reason(
        'unlimited-to-unknown-contract',
        'critical',
        'An unknown contract may take the whole balance, now and later.',
      ),
    )
  else
    reasons.push(
      coversMost(approval)
        ? reason('bounded-to-unknown-contract', 'medium', 'An unknown contract may take half of the balance or more.')
        : reason('bounded-to-unknown-contract', 'low', 'An unknown contract may take a small part of the balance.'),
    )
  if (spenderVerified === false)
    reasons.push(reason('unverified-spender', 'high', 'The spender’s source code is not verified.'))
  if (spenderDeployedRecently === true)
    reasons.push(reason('recently-deployed-spender', 'high', 'The spender was deployed only recently.'))
  return reasons
}

/** Whether the approval covers half or more of the holding. A single item counts as all of it; an unknown balance too. */
function coversMost({ tokenId, allowance, balance }: WalletApproval): boolean {
  if (tokenId !== null || balance === null) return true
  return balance > 0n && allowance * 2n >= balance
}

/** Days since the approval was given or possibly last used; null when some uses may be unseen. */
function ageOf({ grantedAt, lastUsed, maybeUsed, useKnown }: WalletApproval, now: number): number | null {
  const moments = [grantedAt, lastUsed, maybeUsed].filter((moment) => moment !== null)
  if (!useKnown || grantedAt === null) return null
  const times = moments.map(({ timestamp }) => timestamp)
  if (times.includes(null)) return null
  return Math.floor((now - Math.max(...(times as number[]))) / DAY)
}

function evidenceOf({
  token,
  spender,
  standard,
  allowance,
  unlimited,
  balance,
  spenderVerified,
  grantedAt,
}: WalletApproval) {
  return {
    token,
    spender,
    standard,
    allowance: String(allowance),
    unlimited,
    balance: balance === null ? null : String(balance),
    sourcePublished: spenderVerified,
    grantedIn: grantedAt?.hash ?? null,
  } satisfies Evidence
}
