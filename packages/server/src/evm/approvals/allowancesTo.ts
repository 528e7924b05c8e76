import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { patient } from '../../lib/patience.ts'
import { APPROVAL_EVENTS } from '../decode/grants.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { type ApprovalClaim, approvalClaims, topicOf } from './approvalClaims.ts'
import { readAllLogs } from './readAllLogs.ts'
import { callEach, readPermissions } from './readPermissions.ts'

const MAX_EVENTS = 200
const MAX_CLAIMS = 40
const LOGS_MS = 1_000

/**
 * Returns the live allowances and operator approvals that an owner gave one spender: those of its approval events, where `logged`, and those
 * over the named tokens. Each is read from the token at the block. `complete`: false where events could not be read.
 */
export async function allowancesTo(
  chain: Pick<ChainSource, 'logPages' | 'ask'>,
  {
    block,
    owner,
    spender,
    tokens,
    logged,
  }: { block: PinnedBlock; owner: Address; spender: Address; tokens: readonly Address[]; logged: boolean },
  signal: AbortSignal,
): Promise<{ allowances: { token: Address; amount: bigint; operator: boolean }[]; complete: boolean }> {
  const { Approval, ApprovalForAll } = APPROVAL_EVENTS
  const topics = [[Approval, ApprovalForAll], topicOf(owner), topicOf(spender)]
  const filter = { topics, fromBlock: 0n, toBlock: block.number, pin: block }
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
  const read = logged ? await readAllLogs(chain, filter, { signal: within, max: MAX_EVENTS }) : null
  signal.throwIfAborted()
  const named = tokens.map((token): ApprovalClaim => {
    const about = { kind: 'amount', token, owner, spender, tokenId: null, after: 0n } as const
    return { ...about, expiration: null, consumed: false, steps: [] }
  })
  const claims = [...named, ...approvalClaims(read?.logs ?? [])].filter(
    (one) => one.owner === owner && one.spender === spender && (one.kind === 'amount' || one.kind === 'operator'),
  )
  const unique = [...new Map(claims.map((one) => [`${one.kind} ${one.token}`, one])).values()].slice(0, MAX_CLAIMS)
  const { live, unread } = await readPermissions(callEach(chain, block, signal), { block, owner, claims: unique })
  return {
    allowances: live.map(({ claim: { token, kind }, state }) => {
      return { token, amount: state.amount, operator: kind === 'operator' }
    }),
    complete: read?.whole !== false && unread.length === 0,
  }
}
