import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import type { ClaimedGrant } from '../decode/grants.ts'
import { describeApproval } from './describeApproval.ts'
import { type ApprovalPorts, isStranger } from './gatherApprovals.ts'
import { judgeSpenders } from './judgeSpenders.ts'
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
  const stranger = account !== null && isStranger(account) ? account : null
  const [verified, judgements] = await Promise.all([
    stranger && ports.isVerified(stranger, signal).catch(() => null),
    judgeSpenders(ports, { block, spenders: stranger === null ? [] : [stranger] }, signal),
  ])
  signal.throwIfAborted()
  return describeApproval(
    { claim: { ...grant, consumed: false, steps: [] }, spender, state: { amount: after, expiration } },
    {
      listed: ports.isListedToken(token),
      token: tokens.get(token),
      price,
      use: undefined,
      spender: account,
      verified,
      judgement: judgements.get(spender) ?? null,
      times: new Map(),
    },
  )
}
