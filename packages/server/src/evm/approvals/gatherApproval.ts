import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import { spenderKindOf } from '@redoubt/risk/spenderKind.ts'
import type { ClaimedGrant } from '../decode/grants.ts'
import { describeApproval } from './describeApproval.ts'
import type { ApprovalPorts } from './gatherApprovals.ts'
import { callEach } from './readPermissions.ts'
import { readTokens } from './readTokens.ts'

/**
 * Gathers one permission as it is granted, with the facts of its token and its spender at the block. Unlike in a list,
 * `grant.after` is trusted, and uses are not searched. Unreadable facts are null.
 * @throws when the signal aborts.
 */
export async function gatherApproval(
  ports: ApprovalPorts,
  { block, grant }: { block: PinnedBlock; grant: Omit<ClaimedGrant, 'consumed'> },
  signal: AbortSignal,
): Promise<WalletApproval> {
  const { chain } = ports
  const { token, owner, spender, after, expiration } = grant
  const [tokens, account, price] = await Promise.all([
    readTokens(chain, callEach(chain, block, signal), { block, owner, tokens: [token] }, signal),
    ports.account(block, spender, signal).catch(() => null),
    grant.kind === 'amount' || grant.kind === 'permit2' ? ports.priceOf(block, token, signal).catch(() => null) : null,
  ])
  const verified =
    account === null || !isStranger(account) ? null : await ports.isVerified(account, signal).catch(() => null)
  signal.throwIfAborted()
  return describeApproval(
    { claim: { ...grant, consumed: false, steps: [] }, spender, state: { amount: after, expiration } },
    { token: tokens.get(token), price, use: undefined, spender: account, verified, times: new Map() },
  )
}

/** Whether published source matters: only for unknown code. */
function isStranger(account: Account): boolean {
  return account.class === 'contract' && spenderKindOf(account) === 'unknown'
}
