import type { Address } from '../address.ts'
import type { CallFrame } from '../execution.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { Transaction } from '../facts/transaction.ts'
import { SELECTORS } from '../selectors.ts'
import { deriveMovements } from './movements.ts'
import type { Loss } from './shapes.ts'

type TakingShown = { owner: Address; spender: Address; loss: Loss }

/** Permit2 lets any contract move the tokens approved to that contract and checks the caller, so the taker is its caller, never Permit2. */
const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** Calls that name the owner of the moved tokens in their first argument. */
const PULLS: readonly string[] = [
  SELECTORS.transferFrom,
  SELECTORS.safeTransferFrom,
  SELECTORS.safeTransferFromWithData,
  SELECTORS.safeTransferFrom1155,
  SELECTORS.safeBatchTransferFrom,
]
/** Limit of examined owners; the first ones already show a drain of more. */
const MAX_OWNERS = 8

/**
 * Lists the assets that left accounts which made no call in the execution, because their approvals were used, with what each
 * account got back. Only balances count: a token can log anything.
 */
export function listApprovalPulls({
  trace,
  transaction,
  principals,
  balanceChanges,
}: {
  trace: CallFrame
  transaction: Transaction
  principals: readonly Address[]
  balanceChanges: readonly BalanceChange[]
}): TakingShown[] {
  const acting = new Set<Address>([transaction.from, ...principals, ...callersIn(trace)])
  const pulls = pullsIn(trace, null).filter(({ owner }) => !acting.has(owner))
  const owners = [...new Set(pulls.map(({ owner }) => owner))].slice(0, MAX_OWNERS)
  return owners.flatMap((owner) => {
    // As if the transaction were the owner's: what they lose, who takes it, and what they get for it.
    const { lost } = deriveMovements({
      transaction: { ...transaction, from: owner },
      steps: [],
      principals: [owner],
      payees: [],
      balanceChanges,
    })
    return lost.flatMap((loss) => {
      const pull = pulls.find((one) => one.owner === owner && one.token === loss.address)
      return pull === undefined ? [] : [{ owner, spender: pull.spender, loss }]
    })
  })
}

type Pull = { owner: Address; spender: Address; token: Address }

function pullsIn(frame: CallFrame, caller: Address | null): Pull[] {
  if (frame.error !== null) return []
  const { from, to, input } = frame
  const isPull = frame.type === 'CALL' && to !== null && to !== PERMIT2 && PULLS.includes(input.slice(0, 10))
  const owner: Address = `0x${input.slice(34, 74)}`
  // Calls inside a token's own transferFrom (a proxy's delegate call, a hook) are part of the same pull.
  if (isPull && input.length >= 202)
    return owner === from ? [] : [{ owner, spender: from === PERMIT2 ? (caller ?? from) : from, token: to }]
  return frame.calls.flatMap((call) => pullsIn(call, from))
}

/** Returns every account whose code ran, and so acted for it. */
function callersIn(frame: CallFrame): Address[] {
  return [frame.from, ...frame.calls.flatMap(callersIn)]
}
