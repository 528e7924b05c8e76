import { createHash } from 'node:crypto'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { numberToHex } from 'viem/utils'
import type { Owner } from '../../domain/account.ts'
import type { Cursors } from '../../domain/ports/cursors.ts'
import type { HeldTransactionStore } from '../../domain/ports/heldTransactions.ts'
import type { RpcRelay } from '../../domain/ports/rpcRelay.ts'
import {
  type HeldStatus,
  type HeldTransaction,
  type Hold,
  type LeasedTransaction,
  raisedFee,
  type SignedMembers,
} from '../../domain/rpc/heldTransaction.ts'
import { ApiError } from '../../errors.ts'
import { createSealedPages } from '../sealedPages.ts'
import { LEASE_MS } from './heldRelease.ts'

/** A transaction to sign in place of another one: as eth_signTransaction takes it. */
type Replacement = {
  from: Address
  to: Address
  value: string
  data: string
  nonce: string
  gas: string
  chainId: string
  type: string
  gasPrice?: string
  maxFeePerGas?: string
  maxPriorityFeePerGas?: string
}

/** Unknown transactions, and those of others, are null. */
export type HeldTransactions = {
  list(
    owner: Owner,
    page: { limit: number; cursor: string | null; status: HeldStatus | null },
  ): Promise<{ held: HeldTransaction[]; nextCursor: string | null }>
  get(owner: Owner, id: string): Promise<HeldTransaction | null>
  /**
   * Judges it again without the reasons that are approved, and answers what became of it: it stays held where another reason holds it.
   * @param approval.holdsId what was shown to the administrator; null: the reasons that hold it now. @throws ApiError CONFLICT when it is not
   * held, or others hold it.
   */
  approve(
    owner: Owner,
    id: string,
    approval: { approvedBy: string; holdsId: string | null },
  ): Promise<HeldTransaction | null>
  /** @throws ApiError CONFLICT when it ended before. */
  cancel(owner: Owner, id: string): Promise<{ held: HeldTransaction; replacement: Replacement } | null>
}

/** Enough for a payment to an account with code of its own (EIP-7702). */
const REPLACEMENT_GAS = 50_000

export function createHeldTransactions({
  held,
  cursors,
  release,
  rpcRelay,
  now,
}: {
  held: HeldTransactionStore
  cursors: Cursors
  release(leased: LeasedTransaction, signal: AbortSignal): Promise<boolean>
  rpcRelay(owner: Owner, chain: Chain): Promise<RpcRelay>
  now(): number
}): HeldTransactions {
  const pages = createSealedPages(cursors)

  /** Wei per gas that the next block asks for; 0 when no endpoint says. */
  async function baseFee(owner: Owner, chain: Chain): Promise<bigint> {
    try {
      const asked = { method: 'eth_gasPrice', params: [] }
      const outcome = await (await rpcRelay(owner, chain)).ask(asked, AbortSignal.timeout(3_000))
      return 'result' in outcome && typeof outcome.result === 'string' ? BigInt(outcome.result) : 0n
    } catch {
      return 0n
    }
  }

  return {
    get: held.get,
    list: (owner, { status, ...page }) =>
      pages(`held transactions of ${owner.accountId} ${owner.environment} ${status ?? ''}`, page, (unsealed) =>
        held.list(owner, { ...unsealed, status }),
      ),
    async approve(owner, id, { approvedBy, holdsId }) {
      const shown = (await held.get(owner, id))?.reason.holds ?? []
      if (holdsId !== null && holdsId !== holdsIdOf(shown)) throw new ApiError('CONFLICT', { detail: OTHER_REASONS })
      const leased = await held.leaseApproved(owner, id, { now: now(), leaseMs: LEASE_MS, approvedBy, covered: shown })
      if (leased === null) {
        const row = await held.get(owner, id)
        if (row !== null) throw notHeld(row)
        return null
      }
      await release(leased, AbortSignal.timeout(LEASE_MS))
      return held.get(owner, id)
    },
    async cancel(owner, id) {
      const row = (await held.cancel(owner, id, now())) ?? (await held.get(owner, id))
      if (row === null) return null
      // One that was sent is replaced on chain or not at all.
      if (row.status !== 'cancelled' && row.status !== 'released') throw notHeld(row)
      const price = await baseFee(owner, row.chain)
      return { held: row, replacement: replacementOf(row.transaction, price) }
    },
  }
}

const OTHER_REASONS = 'The transaction was judged again since, and other reasons hold it. Read it again.'

/** Names a list of reasons. */
export function holdsIdOf(holds: readonly Hold[]): string {
  return createHash('sha256').update(JSON.stringify(holds)).digest('hex').slice(0, 16)
}

function notHeld({ status }: HeldTransaction): ApiError {
  const detail =
    status === 'held' ? 'The transaction is being sent now; ask again in a minute.' : `The transaction is ${status}.`
  return new ApiError('CONFLICT', { detail })
}

/** The same nonce, nothing to itself, for more than pools ask of a replacement. */
function replacementOf(members: SignedMembers, price: bigint): Replacement {
  const more = (fee: string | null, least: bigint) => {
    const raised = raisedFee(BigInt(fee ?? 0))
    return numberToHex(raised > least ? raised : least)
  }
  const isLegacy = members.maxFeePerGas === null
  return {
    from: members.from,
    to: members.from,
    value: '0x0',
    data: '0x',
    nonce: numberToHex(members.nonce),
    gas: numberToHex(REPLACEMENT_GAS),
    chainId: numberToHex(members.chainId),
    type: isLegacy ? '0x0' : '0x2',
    ...(isLegacy
      ? { gasPrice: more(members.gasPrice, price) }
      : {
          maxFeePerGas: more(members.maxFeePerGas, price * 2n),
          maxPriorityFeePerGas: more(members.maxPriorityFeePerGas, 0n),
        }),
  }
}
