import type { Account, TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import { isUnlimited } from '../decode/approvalChanges.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ApprovalClaim } from './approvalClaims.ts'
import type { LivePermission } from './readPermissions.ts'
import type { ApprovedToken } from './readTokens.ts'
import type { ApprovalUse, Moment } from './usesOf.ts'

/** The year 10000: Permit2 counts to 2^48 - 1, and no date has so many digits. */
const FOR_EVER = 253_402_300_800n

/** One permission with all gathered facts. */
export function describeApproval(
  { claim, spender, state }: LivePermission,
  {
    token,
    price,
    use,
    spender: account,
    verified,
    judgement,
    listed,
    times,
  }: {
    token: ApprovedToken | undefined
    price: UsdPrice | null
    use: ApprovalUse | undefined
    spender: Account | null
    verified: boolean | null
    judgement: WalletApproval['spenderJudgement'] | null
    /** A registry lists the token. */
    listed: boolean
    times: ReadonlyMap<bigint, number>
  },
): WalletApproval {
  const { kind } = claim
  const metadata = token?.metadata ?? null
  const at = (moment: Moment | null | undefined) =>
    moment ? { ...moment, timestamp: times.get(moment.blockNumber) ?? null } : null
  const standard = standardOf(kind, metadata)
  const balance = kind === 'token' ? 1n : (token?.balance ?? null)
  const throughPermit2 = kind === 'permit2' ? (token?.toPermit2 ?? null) : null
  const takeable = [state.amount, balance, kind === 'permit2' ? throughPermit2 : state.amount]
  const decimals = metadata?.decimals ?? null
  const { expiration } = state
  return {
    standard,
    token: claim.token,
    symbol: metadata?.symbol ?? null,
    decimals,
    spender,
    spenderAccount: account,
    tokenId: claim.tokenId,
    allowance: state.amount,
    unlimited: kind === 'operator' || (kind !== 'token' && isUnlimited(state.amount, token?.supply ?? null)),
    operator: kind === 'operator',
    expiration: expiration === null || expiration >= FOR_EVER ? null : Number(expiration),
    balance,
    priceUsd: price?.usd ?? null,
    valueAtRiskUsd: usdAtRisk(takeable, { fungible: kind === 'amount' || kind === 'permit2', decimals, price }),
    grantedAt: at(use?.granted),
    throughPermit2,
    lastUsed: at(use?.last),
    maybeUsed: at(use?.maybe),
    useKnown: use?.known ?? false,
    spenderDeployedRecently: account?.deployedRecently ?? null,
    spenderVerified: verified,
    ...(!listed && { tokenUnlisted: true as const }),
    ...(judgement && { spenderJudgement: judgement }),
  }
}

export function standardOf(kind: ApprovalClaim['kind'], metadata: TokenMetadata | null): WalletApproval['standard'] {
  if (kind === 'permit2') return 'permit2'
  if (kind === 'amount') return 'erc20'
  return kind === 'operator' && metadata?.standard === 'erc1155' ? 'erc1155' : 'erc721'
}

/** Of nothing, nothing, whatever the price; else null unless all of it is known. No more than the market could pay. */
function usdAtRisk(
  takeable: readonly (bigint | null)[],
  { fungible, decimals, price }: { fungible: boolean; decimals: number | null; price: UsdPrice | null },
): number | null {
  if (takeable.includes(0n)) return 0
  if (!fungible || takeable.includes(null) || decimals === null || price === null) return null
  const amount = (takeable as bigint[]).reduce((a, b) => (a < b ? a : b))
  const usd = (Number(amount) / 10 ** decimals) * price.usd
  return Number.isFinite(usd) ? Math.round(Math.min(usd, price.maxUsd ?? usd) * 100) / 100 : null
}
