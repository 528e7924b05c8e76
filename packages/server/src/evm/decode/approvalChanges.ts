import type { Hex } from '@redoubt/risk/address.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { ApprovalChange } from '@redoubt/risk/facts/changes.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { addressAt, callData, wordAt } from './callData.ts'
import { emittedLogs, ZERO_ADDRESS } from './emittedLogs.ts'
import { hasEffects } from './executedSteps.ts'
import { type ClaimedGrant, claimedGrants, type GrantState, grantRead, grantState } from './grants.ts'
import { type IdGrant, idGrantRead, idGrantState, idGrants } from './idGrants.ts'
import { type ReadState, readStateBefore } from './readState.ts'
import { tokenMetadata } from './tokenMetadata.ts'

const MAX_GRANTS = 200
/** Values besides 2^256-1 that wallets write for "no limit": uint96 (COMP, UNI), uint128, uint160 (Permit2). */
const CUSTOMARY_LIMITS: readonly bigint[] = [2n ** 96n - 1n, 2n ** 128n - 1n, 2n ** 160n - 1n]

/**
 * Every permission that changed, in the order of the logs: the state before and after, as the token or Permit2 itself
 * answers it (`readAfter`; without an answer, what the last log says). Net per token, owner and spender: an allowance
 * given and used up in the same transaction is no row, nor is an older one that a spender merely used.
 *
 * `unlimited`: an operator; an amount of at least 2^255, of one of the customary limits, or of the whole supply (2^96 - 1
 * where the supply is unknown) and twice what the owner holds. A failed transaction changes nothing.
 * @throws when the call tree was truncated: its logs are unknown, which is not "no approvals".
 */
export async function approvalChanges(
  { chain, readBefore: given, readAfter }: { chain: ChainSource; readBefore?: ReadState; readAfter: ReadState | null },
  { block, simulation }: { block: PinnedBlock; simulation: Simulation },
  signal: AbortSignal,
): Promise<ApprovalChange[]> {
  if (!hasEffects(simulation)) return []
  if (simulation.trace === null) throw new Error('the call tree was too large, so its approvals are unknown')
  const logs = emittedLogs(simulation.trace)
  const claims: Claim[] = [...claimedGrants(logs), ...idGrants(logs)]
  if (claims.length > MAX_GRANTS) throw new Error(`${claims.length} approvals are more than can be confirmed`)
  const reads = claims.map((claim) => (isOfIds(claim) ? idGrantRead(claim) : grantRead(claim)))
  const readBefore = given ?? readStateBefore(chain, block)
  const [before, after] = await Promise.all([
    readBefore(reads, signal),
    readAfter === null ? claims.map(() => null) : readAfter(reads, signal),
  ])
  const changes = claims.flatMap((logged, index) => {
    const claim = nameWithdrawn(logged, before[index] ?? null)
    const states = {
      before: stateOf(claim, before[index] ?? null, block),
      after: stateOf(claim, after[index] ?? null, block) ?? {
        amount: claim.after,
        expiration: claim.expiration,
      },
    }
    return isChange(claim, states) ? [describe({ chain, block, readAfter }, claim, states, signal)] : []
  })
  return Promise.all(changes)
}

type Claim = ClaimedGrant | IdGrant

function isOfIds(claim: Claim): claim is IdGrant {
  return claim.kind === 'ids' || claim.kind === 'id'
}

function stateOf(claim: Claim, answer: Hex | null, { timestamp }: PinnedBlock): GrantState | null {
  return isOfIds(claim) ? idGrantState(claim, answer) : grantState(claim, answer, timestamp)
}

/** Restores the spender of a revoked ERC-721 approval: its log names none, the token's earlier state does. */
function nameWithdrawn(claim: Claim, before: Hex | null): Claim {
  if (claim.kind !== 'token' || claim.spender !== ZERO_ADDRESS) return claim
  return { ...claim, spender: addressAt(before) ?? ZERO_ADDRESS }
}

type States = { before: GrantState | null; after: GrantState }

function isChange({ consumed }: Claim, { before, after }: States): boolean {
  if (before === null) return !consumed || after.amount > 0n
  if (consumed) return after.amount > before.amount
  // A later expiry of the same amount is a change too.
  return after.amount !== before.amount || (after.amount > 0n && after.expiration !== before.expiration)
}

async function describe(
  { chain, block, readAfter }: { chain: ChainSource; block: PinnedBlock; readAfter: ReadState | null },
  claim: Claim,
  { before, after }: States,
  signal: AbortSignal,
): Promise<ApprovalChange> {
  const { kind, token, owner, spender, tokenId } = claim
  const isOperator = kind === 'operator' || kind === 'ids'
  const reads =
    kind === 'id'
      ? [
          { to: token, data: callData('totalSupplyOfId', tokenId ?? 0n) },
          { to: token, data: callData('balanceOfId', owner, tokenId ?? 0n) },
        ]
      : [
          { to: token, data: callData('totalSupply') },
          { to: token, data: callData('balanceOf', owner) },
        ]
  const [metadata, words, left] = await Promise.all([
    tokenMetadata(chain, { block, address: token }, signal),
    readStateBefore(chain, block)(reads, signal),
    readAfter === null ? [] : readAfter(reads, signal),
  ])
  const [supply, held] = reads.map((_, at) => wordAt(left[at] ?? words[at] ?? null))
  return {
    token,
    symbol: metadata?.symbol ?? null,
    decimals: metadata?.decimals ?? null,
    standard: standardOf(kind, metadata),
    owner,
    spender,
    tokenId,
    before: before?.amount ?? null,
    after: after.amount,
    operator: isOperator,
    unlimited: isOperator
      ? after.amount > 0n
      : kind !== 'token' && isUnlimited(after.amount, supply ?? null, held ?? null),
    expiration: after.expiration,
  }
}

function standardOf(kind: Claim['kind'], metadata: TokenMetadata | null): ApprovalChange['standard'] {
  if (kind === 'permit2') return 'permit2'
  if (kind === 'amount') return 'erc20'
  if (kind === 'ids' || kind === 'id') return 'erc6909'
  return kind === 'operator' && metadata?.standard === 'erc1155' ? 'erc1155' : 'erc721'
}

/**
 * Whether an allowance covers any amount that its owner will ever have. The owner of most of a token, such as of a receipt for a deposit, may mean what it
 * holds: its supply grows with the next deposit, and the allowance does not.
 */
export function isUnlimited(amount: bigint, supply: bigint | null, held: bigint | null = null): boolean {
  if (amount >= 2n ** 255n || CUSTOMARY_LIMITS.includes(amount)) return true
  if (amount === 0n) return false
  return supply === null || supply === 0n ? amount >= 2n ** 96n - 1n : amount >= supply && amount >= 2n * (held ?? 0n)
}
