import type { Address, Hex } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { CallFrame, Simulation } from '../facts/execution.ts'
import type { LoggedAllowance } from '../intent/readRunEvents.ts'
import { readRunEvents } from '../intent/readRunEvents.ts'
import { type Reading, reading, readingKey } from './condition.ts'
import { namesNumber } from './namedWords.ts'

/** Permit2, on all networks. */
const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** Slots of a Safe that `getStorageAt` reads: singleton, then keccak-256 of the names in its source. */
const SAFE_SLOTS: readonly bigint[] = [
  0n,
  // guard_manager.guard.address
  0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8n,
  // fallback_manager.handler.address
  0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5n,
  // module_manager.module_guard.address, since 1.5.0
  0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947n,
]
/** Contracts of the call tree that are asked for a balance. */
const MAX_TOUCHED = 24

/** An asset that the caller names: a token, all of a collection, or one item. */
export type NamedAsset = { asset: Address; tokenId: bigint | null }

/** What the readings of an outcome are chosen by. */
export type OutcomeFacts = {
  /** Accounts whose assets and control are at stake, as they are before the calls. */
  principals: readonly Pick<Account, 'address' | 'class' | 'kind'>[]
  simulation: Simulation
  balanceChanges: readonly BalanceChange[]
  approvalChanges: readonly ApprovalChange[]
  /** Contracts whose owner changes. */
  controlled: readonly Address[]
  /** Tokens that many accounts hold: an existing approval can take them although nothing in the simulation touches them. */
  wellKnownTokens: readonly Address[]
  named: readonly NamedAsset[]
  /** Of the calls that the account makes. */
  callData: readonly Hex[]
}

/**
 * Lists what an assertion could read of the accounts at stake, the most important first. It names also what only another environment
 * moves or permits, and tokens that nothing touches; what cannot be read, or cannot change for the worse, is left out later.
 */
export function candidateReadings(outcome: OutcomeFacts): Reading[] {
  const list = outcome.principals.flatMap((principal) => [
    reading('native-balance', { account: principal.address }),
    ...controlReadings(principal),
  ])
  for (const { address: account } of outcome.principals) list.push(...assetReadings(outcome, account))
  list.push(...outcome.controlled.map((target) => reading('owner', { target })))
  return [...new Map(list.map((one) => [readingKey(one), one])).values()]
}

function controlReadings({ address: target, class: kind, kind: made }: OutcomeFacts['principals'][number]): Reading[] {
  if (made?.type === 'safe')
    return [
      reading('safe-owners', { target }),
      reading('safe-threshold', { target }),
      reading('safe-modules', { target }),
      ...SAFE_SLOTS.map((id) => reading('safe-slot', { target, id })),
    ]
  if (kind !== 'contract') return []
  return [reading('implementation', { target }), reading('owner', { target })]
}

function assetReadings(outcome: OutcomeFacts, account: Address): Reading[] {
  const { simulation, balanceChanges, approvalChanges } = outcome
  const runs = (simulation.runEvents?.others ?? []).flatMap(({ events }) => readSafely(events))
  const list: Reading[] = []
  const token = (target: Address) => list.push(reading('token-balance', { target, account }))
  const item = (target: Address, id: bigint) =>
    list.push(reading('item-owner', { target, id }), reading('item-balance', { target, account, id }))
  for (const row of balanceChanges) {
    if (row.account !== account || row.address === null || row.assetType === 'native') continue
    if (row.assetType === 'erc20') token(row.address)
    // An id that the contract chooses may be another one in the block that is mined: the collection counts its items.
    else if (row.change > 0n && row.tokenId !== null && !namesNumber(outcome.callData, row.tokenId)) token(row.address)
    else if (row.tokenId !== null) item(row.address, row.tokenId)
  }
  for (const { asset, tokenId } of outcome.named) tokenId === null ? token(asset) : item(asset, tokenId)
  for (const row of approvalChanges) if (row.owner === account) list.push(...approvalReadings(row))
  for (const { changes, allowances } of runs) {
    for (const change of changes) {
      if (change.account !== account || change.asset === 'native') continue
      if (change.tokenId === null || (change.amount > 0n && !namesNumber(outcome.callData, change.tokenId)))
        token(change.asset)
      else item(change.asset, change.tokenId)
    }
    for (const one of allowances) if (one.owner === account) list.push(...loggedReadings(one))
  }
  for (const target of outcome.wellKnownTokens) token(target)
  for (const target of touched(simulation.trace)) token(target)
  return list
}

function approvalReadings(row: ApprovalChange): Reading[] {
  const { token: target, owner: account, spender: other, tokenId, operator, standard } = row
  if (standard === 'permit2') return permit2Readings(account, target, other)
  if (operator) return [reading('operator', { target, account, other })]
  return [
    tokenId === null
      ? reading('allowance', { target, account, other })
      : reading('item-approval', { target, id: tokenId }),
  ]
}

function loggedReadings({ kind, asset: target, owner: account, spender: other, tokenId }: LoggedAllowance): Reading[] {
  if (kind === 'permit2') return permit2Readings(account, target, other)
  if (kind === 'operator') return [reading('operator', { target, account, other })]
  if (kind === 'item' && tokenId !== null) return [reading('item-approval', { target, id: tokenId })]
  return kind === 'amount' ? [reading('allowance', { target, account, other })] : []
}

function permit2Readings(account: Address, token: Address, other: Address): Reading[] {
  const about = { target: PERMIT2, account, other, id: BigInt(token) }
  return [reading('permit2-amount', about), reading('permit2-expiry', about)]
}

/** Contracts that the calls reach, in order. */
function touched(trace: CallFrame | null): Address[] {
  const found = new Set<Address>()
  const walk = (frame: CallFrame) => {
    if (found.size >= MAX_TOUCHED) return
    if (frame.to !== null && frame.input.length >= 10) found.add(frame.to)
    for (const call of frame.calls) walk(call)
  }
  if (trace !== null) walk(trace)
  return [...found].slice(0, MAX_TOUCHED)
}

function readSafely(events: Parameters<typeof readRunEvents>[0] | null): ReturnType<typeof readRunEvents>[] {
  if (events === null) return []
  try {
    return [readRunEvents(events)]
  } catch {
    return []
  }
}
