import type { CallFrame } from '../execution.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { Transaction } from '../facts/transaction.ts'
import type { Address } from '../facts.ts'
import { SELECTORS } from '../selectors.ts'
import { deriveMovements } from './movements.ts'
import type { Loss } from './shapes.ts'

type TakingShown = { owner: Address; spender: Address; loss: Loss }

/** Lets anybody's contract take what is approved to it, and asks who calls: it is never the one who takes. */
const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** Calls whose first argument is whose tokens move. */
const PULLS: readonly string[] = [
  SELECTORS.transferFrom,
  SELECTORS.safeTransferFrom,
  SELECTORS.safeTransferFromWithData,
  SELECTORS.safeTransferFrom1155,
  SELECTORS.safeBatchTransferFrom,
]
/** Owners looked at: whoever empties more was seen to by the first of them. */
const MAX_OWNERS = 8

/**
 * What left accounts that made no call in the execution, because somebody used their approvals, with what each got back for it. Only
 * what balances show counts: a token can log anything.
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
    // As if the transaction were the owner's: what he loses, to whom, and what he gets for it.
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
  // What a token does inside its own transferFrom (a proxy's delegate call, a hook) is part of the same pull.
  if (isPull && input.length >= 202)
    return owner === from ? [] : [{ owner, spender: from === PERMIT2 ? (caller ?? from) : from, token: to }]
  return frame.calls.flatMap((call) => pullsIn(call, from))
}

/** Code that ran as an account acted for it. */
function callersIn(frame: CallFrame): Address[] {
  return [frame.from, ...frame.calls.flatMap(callersIn)]
}
