import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Permission, RevokedPermission, SkippedRevocation } from '@redoubt/risk/facts/revocationFacts.ts'
import { isUnlimited } from '../decode/approvalChanges.ts'
import { readStateBefore } from '../decode/readState.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { needsSignature } from '../permissions/rightReads.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { permissionReads, permissionState } from './permissionReads.ts'

/**
 * Reads the permissions from the contracts themselves at the block. `signable`: those that a message of the account ends.
 * @throws when the state of the chain cannot be read.
 */
export async function readLive(
  chain: ChainSource,
  { block, account, permissions }: { block: PinnedBlock; account: Account; permissions: readonly Permission[] },
  signal: AbortSignal,
): Promise<{ live: RevokedPermission[]; signable: RevokedPermission[]; skipped: SkippedRevocation[] }> {
  const read = readStateBefore(chain, block)
  const states = await Promise.all(
    permissions.map(async (permission) => {
      if (permission.standard === 'eip7702') return account.delegate === permission.spender ? 1n : 0n
      const answers = await read(permissionReads(account.address, permission), signal)
      return permissionState(account.address, permission, answers, block.timestamp)
    }),
  )
  const live: RevokedPermission[] = []
  const signable: RevokedPermission[] = []
  const skipped: SkippedRevocation[] = []
  for (const [index, permission] of permissions.entries()) {
    const before = states[index] ?? null
    if (before === null) skipped.push({ permission, reason: 'unreadable', detail: UNREADABLE })
    else if (before === 0n)
      skipped.push({ permission, reason: 'not-live', detail: 'There is no such permission at this block.' })
    else {
      const unlimited = isEndless(permission, before)
      const revoked = { ...permission, symbol: null, decimals: null, unlimited, before, after: null }
      if (!needsSignature(account.address, permission)) live.push(revoked)
      else if (permission.standard === 'authorization-signature') signable.push(revoked)
      else skipped.push({ permission, ...(ENDLESS[permission.standard] ?? ENDED_BY_SIGNATURE) })
    }
  }
  const names = (some: readonly RevokedPermission[]) => Promise.all(some.map((one) => named(chain, block, one, signal)))
  const [namedLive, namedSignable] = await Promise.all([names(live), names(signable)])
  return { live: namedLive, signable: namedSignable, skipped }
}

function isEndless({ standard, tokenId }: Permission, amount: bigint): boolean {
  if (COUNTED.has(standard) || (standard === 'erc6909' && tokenId !== null)) return isUnlimited(amount, null)
  return standard !== 'eip7702' && standard !== 'vote-delegation' && tokenId === null
}

/** Standards whose permissions are amounts. */
const COUNTED: ReadonlySet<string> = new Set(['erc20', 'permit2', 'credit-delegation'])

const TOO_LONG =
  'Its manager ends it by `disableDelegation` with the whole delegation, which is too long to be kept here, or of another account.'
const OTHER_EXCHANGE =
  'Its exchange is not asked here: whether the order is open, and how it is cancelled, its own site tells. Taking back the approval that the exchange pulls through ends it as well.'
const NOT_THE_MAKERS =
  'Its maker cannot cancel it: only its deadline, another order of the same sender and a later nonce, or taking back the approval of the exchange.'
export const NEEDS_SIGNATURE =
  'No transaction ends it: only its deadline, another signature with the same nonce that is used first, or moving the tokens away.'
/** Of signatures that neither a call nor a message of the account ends. */
const ENDLESS: Partial<Record<Permission['standard'], Pick<SkippedRevocation, 'reason' | 'detail'>>> = {
  'delegation-signature': { reason: 'refused', detail: TOO_LONG },
  'other-order-signature': { reason: 'unreadable', detail: OTHER_EXCHANGE },
  '0x-order-signature': { reason: 'refused', detail: NOT_THE_MAKERS },
}
const ENDED_BY_SIGNATURE = { reason: 'needs-signature', detail: NEEDS_SIGNATURE } as const
const UNREADABLE = 'The contract does not answer whether this approval exists.'

async function named(
  chain: ChainSource,
  block: PinnedBlock,
  permission: RevokedPermission,
  signal: AbortSignal,
): Promise<RevokedPermission> {
  if (permission.token === null) return permission
  const metadata = await tokenMetadata(chain, { block, address: permission.token }, signal).catch(() => null)
  return { ...permission, symbol: metadata?.symbol ?? null, decimals: metadata?.decimals ?? null }
}
