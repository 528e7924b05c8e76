import type { Address, Hex } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { CallFrame, Simulation } from '../facts/execution.ts'
import type { HoldingChange } from '../intent/intentBounds.ts'
import type { LoggedAllowance } from '../intent/readRunEvents.ts'
import { type Reading, reading, readingKey } from './condition.ts'
import { namesNumber } from './namedWords.ts'
import { type ReadableEvents, readableEvents } from './readableEvents.ts'

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
 * Lists what an assertion could read of the accounts at stake: what they can lose first, then what arrives, then whatever else the calls
 * reach. It names also what only another environment moves or permits, and tokens that nothing touches; what cannot be read, or cannot
 * change for the worse, is left out later. The list has no bound: a caller that cannot take all of it must not take a part.
 */
export function candidateReadings(outcome: OutcomeFacts): Reading[] {
  const list = [
    ...outcome.principals.map(({ address: account }) => reading('native-balance', { account })),
    ...outcome.principals.flatMap(controlReadings),
  ]
  const runs = (outcome.simulation.runEvents?.others ?? []).flatMap(({ events }) =>
    events === null ? [] : [readableEvents(events)],
  )
  const accounts = outcome.principals.map(({ address }) => address)
  for (const part of [atStake, arriving]) for (const account of accounts) list.push(...part(outcome, { account, runs }))
  for (const account of accounts)
    for (const target of touched(outcome.simulation.trace)) list.push(reading('token-balance', { target, account }))
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

type Part = { account: Address; runs: readonly ReadableEvents[] }

/** What the caller names, what leaves, what is permitted, and what an existing approval may take. */
function atStake(outcome: OutcomeFacts, { account, runs }: Part): Reading[] {
  const { named, balanceChanges, approvalChanges, wellKnownTokens, controlled } = outcome
  const list = named.flatMap(({ asset, tokenId }) =>
    tokenId === null ? [tokenOf(asset, account)] : itemOf(asset, { tokenId, account }),
  )
  for (const row of balanceChanges) if (row.account === account && row.change < 0n) list.push(...held(row, outcome))
  for (const row of approvalChanges) if (row.owner === account) list.push(...approvalReadings(row))
  for (const { changes, allowances, unreadable } of runs) {
    for (const change of changes)
      if (change.account === account && change.amount < 0n) list.push(...moved(change, outcome))
    for (const one of allowances) if (one.owner === account) list.push(...loggedReadings(one))
    for (const target of unreadable) list.push(tokenOf(target, account))
  }
  list.push(...wellKnownTokens.map((target) => tokenOf(target, account)))
  return [...list, ...controlled.map((target) => reading('owner', { target }))]
}

function arriving(outcome: OutcomeFacts, { account, runs }: Part): Reading[] {
  const rows = outcome.balanceChanges.filter((row) => row.account === account && row.change > 0n)
  const changes = runs.flatMap((run) => run.changes).filter((one) => one.account === account && one.amount > 0n)
  return [...rows.flatMap((row) => held(row, outcome)), ...changes.flatMap((one) => moved(one, outcome))]
}

function held(row: BalanceChange, outcome: OutcomeFacts): Reading[] {
  const { account, address: asset, assetType, tokenId, change: amount } = row
  if (asset === null || assetType === 'native') return []
  if (assetType === 'erc20') return [tokenOf(asset, account)]
  return tokenId === null ? [] : moved({ account, asset, tokenId, amount }, outcome)
}

/** Of an item that arrives under an id that the contract chooses, another may arrive in the block that is mined: the collection counts its items. */
function moved({ account, asset, tokenId, amount }: HoldingChange, { callData }: OutcomeFacts): Reading[] {
  if (asset === 'native') return []
  if (tokenId === null || (amount > 0n && !namesNumber(callData, tokenId))) return [tokenOf(asset, account)]
  return itemOf(asset, { tokenId, account })
}

function tokenOf(target: Address, account: Address): Reading {
  return reading('token-balance', { target, account })
}

function itemOf(target: Address, { tokenId: id, account }: { tokenId: bigint; account: Address }): Reading[] {
  return [reading('item-owner', { target, id }), reading('item-balance', { target, account, id })]
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
function touched(trace: CallFrame | null): Set<Address> {
  const found = new Set<Address>()
  const walk = (frame: CallFrame) => {
    if (frame.to !== null && frame.input.length >= 10) found.add(frame.to)
    for (const call of frame.calls) walk(call)
  }
  if (trace !== null) walk(trace)
  return found
}
