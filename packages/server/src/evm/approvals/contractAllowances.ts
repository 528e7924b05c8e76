import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { patient } from '../../lib/patience.ts'
import { claimedGrants, PERMIT2 } from '../decode/grants.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { type ApprovalClaim, approvalClaims, approvalFilter } from './approvalClaims.ts'
import { readAllLogs } from './readAllLogs.ts'
import { callEach, type LivePermission, readPermissions } from './readPermissions.ts'

const MAX_EVENTS = 400
const MAX_CLAIMS = 60
const LOGS_MS = 1_000

type Question = {
  block: PinnedBlock
  /** The contract that may have given allowances. */
  owner: Address
  assets: readonly { token: Address; isItems: boolean }[]
  /** Accounts that the contract names: a token may have logged no approval, and an endpoint may not serve old logs. */
  candidates: readonly Address[]
  /** Logs of transactions that may have set it up, such as its creation. */
  setups: Parameters<typeof claimedGrants>[0]
}

/** `complete`: false where approvals may have been missed because a source failed or was late; the newest of very many are all. */
export type ContractAllowances = { live: LivePermission[]; complete: boolean }

/**
 * Returns the live allowances that a contract gave over the assets: those of its Approval events, and those of accounts that it names. Each
 * is read from the token at the block.
 */
export async function contractAllowances(
  chain: Pick<ChainSource, 'logPages' | 'ask'>,
  { block, owner, assets, candidates, setups }: Question,
  signal: AbortSignal,
): Promise<ContractAllowances> {
  const tokens = assets.map(({ token }) => token)
  const filter = { address: [...tokens, PERMIT2], ...approvalFilter(owner), fromBlock: 0n, toBlock: block.number }
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
  const { logs, whole } = await readAllLogs(chain, { ...filter, pin: block }, { signal: within, max: MAX_EVENTS })
  signal.throwIfAborted()
  const told = claimedGrants(setups).map((grant): ApprovalClaim => ({ ...grant, steps: [] }))
  const guessed = candidates.flatMap((spender) =>
    assets.map(({ token, isItems }): ApprovalClaim => {
      const kind = isItems ? 'operator' : 'amount'
      return { kind, token, owner, spender, tokenId: null, after: 0n, expiration: null, consumed: false, steps: [] }
    }),
  )
  const named = [...approvalClaims(logs), ...told, ...guessed].filter(
    (one) => one.owner === owner && tokens.includes(one.token) && one.spender !== owner,
  )
  const unique = [...Map.groupBy(named, (one) => `${one.kind} ${one.token} ${one.spender} ${one.tokenId}`).values()]
  const claims = unique.flatMap(([first]) => first ?? []).slice(0, MAX_CLAIMS)
  const { live, unread } = await readPermissions(callEach(chain, block, signal), { block, owner, claims })
  return { live, complete: (whole || logs.length === MAX_EVENTS) && unread.length === 0 }
}
