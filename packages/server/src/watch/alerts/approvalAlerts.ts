import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import { approvalRisk } from '@redoubt/risk/wallet/approvalRisk.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { labelOf } from '../../usecases/scans/renderChanges.ts'
import { type ApprovalActivity, type ApprovalMeaning, approvalMeaning, type Grant } from './activity.ts'
import type { BlockFacts, Gathered } from './blockFacts.ts'
import type { Permission } from './monitorSources.ts'

/** What an approval log means, and the data of its alert. `data` is called only when a monitor wants it. */
export type ApprovalAlert = {
  meaning: ApprovalMeaning
  unlimited: boolean
  data(): Promise<Record<string, unknown> & { unknown: string[] }>
}

/** Above it an allowance covers any balance: tokens' supplies are far below. */
const UNLIMITED = 2n ** 255n

/**
 * @param previous what an earlier log of the block says of the permission; null: its state before the block is read.
 */
export async function approvalAlert(
  activity: ApprovalActivity,
  previous: Grant | null,
  { block, facts }: { block: PinnedBlock; facts: BlockFacts },
): Promise<ApprovalAlert> {
  const { grant } = activity
  const before: Gathered<Permission | null> =
    previous === null
      ? await facts.permissionBefore(grant)
      : { value: { spender: previous.spender, amount: previous.after } }
  const had = before?.value ?? null
  const meaning = approvalMeaning(activity, had?.amount ?? null)
  if (meaning === 'nothing') return { meaning, unlimited: false, data: async () => ({ unknown: [] }) }
  // The log of a revoked item names no spender, so the spender before it is reported.
  const spender = grant.kind === 'token' && meaning === 'revoked' ? (had?.spender ?? null) : grant.spender
  const told: Grant = {
    ...grant,
    spender: spender ?? grant.spender,
    after: meaning === 'new' ? grant.after : (had?.amount ?? 0n),
  }
  const gathered = (await facts.approval(told))?.value ?? null
  return {
    meaning,
    unlimited: isUnlimited(told, gathered),
    data: async () => {
      const unknown: string[] = []
      if ((gathered?.symbol ?? null) === null) unknown.push('tokenSymbol')
      if ((gathered?.spenderAccount ?? null) === null) unknown.push('spenderLabel')
      if (spender === null) unknown.push('spender')
      const parties = {
        wallet: getAddress(grant.owner),
        token: getAddress(grant.token),
        tokenSymbol: gathered?.symbol ?? null,
        spender: spender === null ? null : getAddress(spender),
        spenderLabel: labelOf(gathered?.spenderAccount ?? undefined),
      }
      const rest = {
        standard: standardOf(grant, gathered),
        tokenId: grant.tokenId === null ? null : String(grant.tokenId),
      }
      if (meaning === 'revoked') {
        const previousAmount = had === null ? null : amountOf(told, gathered)
        if (previousAmount === null) unknown.push('previousAmount')
        return { ...parties, previousAmount, ...rest, unknown }
      }
      const now = Number(block.timestamp)
      const riskLevel = gathered === null ? null : approvalRisk(gathered, { owner: grant.owner, now }).level
      if (riskLevel === null) unknown.push('riskLevel')
      return { ...parties, amount: amountOf(told, gathered), riskLevel, ...rest, unknown }
    },
  }
}

function isUnlimited({ kind, after }: Grant, gathered: WalletApproval | null): boolean {
  return kind === 'operator' || (gathered?.unlimited ?? (kind !== 'token' && after >= UNLIMITED))
}

/** In whole units, or `unlimited`; of an item, 1. In the smallest unit where the token does not tell its decimals. */
function amountOf(grant: Grant, gathered: WalletApproval | null): string {
  if (isUnlimited(grant, gathered)) return 'unlimited'
  const isFungible = grant.kind === 'amount' || grant.kind === 'permit2'
  return formatUnits(grant.after, isFungible ? (gathered?.decimals ?? 0) : 0)
}

function standardOf({ kind }: Grant, gathered: WalletApproval | null): WalletApproval['standard'] {
  return gathered?.standard ?? (kind === 'permit2' ? 'permit2' : kind === 'amount' ? 'erc20' : 'erc721')
}
