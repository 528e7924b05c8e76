import type { Address } from '../address.ts'

// What an assertion reads on chain, and the bounds it holds the readings to.

/** In the order of `Kind` in contracts/OutcomeAssertion.sol. */
export const CONDITION_KINDS = [
  'native-balance',
  'token-balance',
  'item-balance',
  'item-owner',
  'allowance',
  'operator',
  'item-approval',
  'permit2-amount',
  'permit2-expiry',
  'code-hash',
  'implementation',
  'owner',
  'safe-owners',
  'safe-threshold',
  'safe-modules',
  'safe-slot',
  'safe-nonce',
  'entry-point-nonce',
] as const

export type ConditionKind = (typeof CONDITION_KINDS)[number]

/** One value that a contract can read. Members that a kind does not use are zero. */
export type Reading = {
  kind: ConditionKind
  /** The contract that is asked. */
  target: Address
  /** The account it is asked about. */
  account: Address
  /** Spender or operator. */
  other: Address
  /** Token id, slot, key of a nonce, or the token of a Permit2 allowance. */
  id: bigint
}

/** A reading before and after the calls. Addresses and hashes are numbers. `before` null: it could not be read then. */
export type Measured = Reading & { before: bigint | null; after: bigint }

/** A reading and the values that it may have after the calls, both included. */
export type Condition = Measured & { min: bigint; max: bigint }

export const NO_ADDRESS: Address = `0x${'0'.repeat(40)}`
export const MAX_WORD = 2n ** 256n - 1n

/** Returns a reading; members that are not given are zero. */
export function reading(kind: ConditionKind, more: Partial<Omit<Reading, 'kind'>>): Reading {
  const { target = NO_ADDRESS, account = NO_ADDRESS, other = NO_ADDRESS, id = 0n } = more
  return { kind, target, account, other, id }
}

/** Returns what tells one reading from another. */
export function readingKey({ kind, target, account, other, id }: Reading): string {
  return [kind, target, account, other, id].join()
}

/** Whether a value is within the bounds, as the contract decides. */
export function holds({ min, max }: Pick<Condition, 'min' | 'max'>, measured: bigint): boolean {
  return measured >= min && measured <= max
}

/** Returns a condition that no state meets. */
export function impossible(account: Address): Condition {
  return { ...reading('native-balance', { account }), before: null, after: 0n, min: MAX_WORD, max: MAX_WORD }
}
