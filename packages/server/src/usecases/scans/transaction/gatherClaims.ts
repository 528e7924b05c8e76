import type { Address } from '@redoubt/risk/address.ts'
import type { Loss, Movement } from '@redoubt/risk/derive/shapes.ts'
import { retainedByService, takerTrust } from '@redoubt/risk/derive/tokenPulls.ts'
import type { Claim } from '@redoubt/risk/facts/claim.ts'
import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/gatherFacts.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Assets whose way back is looked for, and contracts that are asked for it. */
const MAX_LOSSES = 4
const MAX_CONTRACTS = 3
/** Share of the scan's time in which something may be begun. */
const SHARE = 1 / 4
const MIN_MS = 1_000
/** Share of the scan's time by which the search has ended. */
const LATEST = 3 / 4

type Asked = { losses: Loss[]; gained: Movement[]; contracts: Address[] }

/**
 * Looks for what the principals can take back of what leaves without a return to unknown contracts. Nothing is executed where
 * the return is seen already, as in a swap, or where the receiver is a wallet or a known service.
 */
export function gatherClaims(
  sources: Pick<TransactionSources, 'claims'>,
  deadlineMs: number,
): NonNullable<FactProviders['claims']> {
  const until = performance.now() + deadlineMs * LATEST
  return async (get, signal): Promise<Claim[] | Incomplete<Claim[]>> => {
    const [block, transaction, simulation, movements, parts] = await Promise.all([
      get('block'),
      get('transaction'),
      get('simulation'),
      get('executedMovements'),
      get('executedParts'),
    ])
    if (!simulation.success || simulation.truncated || simulation.byLogsAlone === true) return []
    const [recipient, counterparties] = await Promise.all([get('recipient'), attempt(get, 'counterparties')])
    const asked = new Map<Address, Asked>()
    const units = [
      { transaction, recipient, movements },
      ...parts.map((part) => ({ transaction: part.transaction, recipient: part.recipient, movements: part.movements })),
    ]
    for (const unit of units) {
      const context = { ...unit, counterparties: counterparties.value ?? {} }
      const isOpen = (address: Address) => takerTrust(address, context) === 'unknown' && isContract(address, context)
      for (const loss of unit.movements.lost) {
        if (loss.returned === 'value' || retainedByService(loss, context)) continue
        const takers = loss.takers.filter(isOpen)
        if (takers.length === 0) continue
        const { to } = unit.transaction
        // A token with a price is no receipt of this deposit.
        const issuers = unit.movements.gained.flatMap(({ address, usd }) => (usd === null ? (address ?? []) : []))
        const contracts = [...new Set([...takers, ...(to !== null && isOpen(to) ? [to] : []), ...issuers])]
        const known = asked.get(loss.account) ?? { losses: [], gained: [], contracts: [] }
        const index = known.losses.findIndex((one) => one.address === loss.address && one.tokenId === loss.tokenId)
        if (index >= 0 && (known.losses[index]?.amount ?? 0n) >= loss.amount) continue
        if (index >= 0) known.losses.splice(index, 1)
        asked.set(loss.account, {
          losses: [...known.losses, loss],
          gained: [...known.gained, ...unit.movements.gained],
          contracts: [...new Set([...known.contracts, ...contracts])],
        })
      }
    }
    if (asked.size === 0) return []
    // What moved must be judged by the deadline, with or without claims.
    const left = Math.max(until - performance.now(), 0)
    const maxMs = Math.min(Math.max(MIN_MS, deadlineMs * SHARE), left)
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))])
    const found = Promise.all(
      [...asked.values()].map(({ losses, gained, contracts }) =>
        sources.claims(
          block,
          {
            transaction,
            simulation,
            losses: losses.slice(0, MAX_LOSSES),
            gained,
            contracts: contracts.slice(0, MAX_CONTRACTS),
            maxMs,
          },
          bounded,
        ),
      ),
    )
    try {
      return (await withSignal(found, bounded)).flat()
    } catch (error) {
      signal.throwIfAborted()
      return new Incomplete([], {
        reason: bounded.aborted ? 'late' : 'failed',
        message: 'withdrawals of what leaves were not executed',
        root: 'claims',
        error,
      })
    }
  }
}

function isContract(
  address: Address,
  { recipient, counterparties }: Pick<Parameters<typeof takerTrust>[1], 'recipient' | 'counterparties'>,
): boolean {
  const account = recipient?.address === address ? recipient : counterparties[address]
  return account?.class === 'contract'
}
