import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { addressAt, callData, type Read, wordAt } from '../decode/callData.ts'
import { ZERO_ADDRESS } from '../decode/emittedLogs.ts'
import { type GrantState, grantRead, grantState } from '../decode/grants.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { ApprovalClaim } from './approvalClaims.ts'

/** A permission as the contract itself answers it at the block. */
export type LivePermission = { claim: ApprovalClaim; spender: Address; state: GrantState }
export type Permissions = {
  live: LivePermission[]
  /** The contract reverted, ran out of gas, or gave an answer outside its standard. */
  unreadable: ApprovalClaim[]
  /** The network gave no answer, so nothing is known about them. */
  unread: ApprovalClaim[]
}

/** Answers in the order of the reads: null where the contract gave none, `failed` where the network did not. */
export type CallEach = (reads: readonly Read[]) => Promise<(Hex | null | 'failed')[]>

/** Four times the gas of an allowance behind a proxy: thousands of reads must not keep a node busy. Permit2 answers 96 bytes. */
const QUESTION = { gas: 200_000, max: 96, topic: 'holdings' } as const
/** Limit of concurrent reads: thousands of tokens may have named one address in their logs. */
const AT_ONCE = 1_500

/** Reads every claimed permission from its contract. Logs do not count: a token can log anything. */
export async function readPermissions(
  ask: CallEach,
  { block, owner, claims }: { block: PinnedBlock; owner: Address; claims: readonly ApprovalClaim[] },
): Promise<Permissions> {
  const items = claims.filter(({ kind }) => kind === 'token')
  const ownership = items.map(({ token, tokenId }) => ({ to: token, data: callData('ownerOf', tokenId ?? 0n) }))
  const answers = await ask([...claims.map(grantRead), ...ownership])
  const ownerOf = new Map(items.map((claim, at) => [claim, answers[claims.length + at] ?? null]))
  const result: Permissions = { live: [], unreadable: [], unread: [] }
  claims.forEach((claim, at) => {
    const answer = answers[at] ?? null
    const held = ownerOf.get(claim) ?? null
    if (answer === 'failed' || held === 'failed') result.unread.push(claim)
    else if (claim.kind === 'token') readItem(result, claim, { answer, held, owner })
    else {
      const state = grantState(claim, answer, block.timestamp)
      if (state === null || isJunk(claim, answer)) result.unreadable.push(claim)
      else if (state.amount > 0n) result.live.push({ claim, spender: claim.spender, state })
    }
  })
  return result
}

/** Reads from untrusted contracts, a bounded number at a time, however many there are. */
export function callEach(chain: Pick<ChainSource, 'ask'>, block: PinnedBlock, signal: AbortSignal): CallEach {
  const askOne = (read: Read) => chain.ask(block, { ...QUESTION, ...read }, signal).catch((): 'failed' => 'failed')
  return async (reads) => {
    const answers: (Hex | null | 'failed')[] = []
    for (let at = 0; at < reads.length; at += AT_ONCE)
      answers.push(...(await Promise.all(reads.slice(at, at + AT_ONCE).map(askOne))))
    return answers
  }
}

/** Reads the approval of an item; after a transfer it belongs to the new owner. */
function readItem(
  result: Permissions,
  claim: ApprovalClaim,
  { answer, held, owner }: { answer: Hex | null; held: Hex | null; owner: Address },
): void {
  const holder = addressAt(held)
  // Burnt, as most contracts answer, or no longer the owner's: an approval there may be the new holder's.
  if (held === null || (holder !== null && holder !== owner)) return
  const spender = addressAt(answer)
  if (holder === null || spender === null) result.unreadable.push(claim)
  else if (spender !== ZERO_ADDRESS) result.live.push({ claim, spender, state: { amount: 1n, expiration: null } })
}

/** A boolean is 0 or 1 (Solidity's ABI): a contract that answers any call with a number gives no permission. Permit2's code is known. */
function isJunk({ kind }: ApprovalClaim, answer: Hex | null): boolean {
  return kind === 'operator' && (wordAt(answer) ?? 0n) > 1n
}
