import type { Address, Hex } from '../address.ts'
import type { PrivilegedAccount } from './privileges.ts'

/**
 * A condition on which a pull depends. `caller`, `signature`: one account calls or signs; null: it could not be told which. `role`: a list
 * of callers. `secret`: a hash of what the caller knows. `key-hash`: the hash of a key's account. `switch`: a word of storage. `time`: a time or block.
 */
export type PullGuard = {
  by: 'caller' | 'role' | 'signature' | 'secret' | 'key-hash' | 'switch' | 'time'
  holder: Address | null
}

/**
 * What a contract has of its users beside approvals of tokens. `wallets`: a Safe or another smart account enabled it as a module. `positions`:
 * owners of Uniswap V3 positions made it their operator. `signatures`: accounts run its code (EIP-7702), which says what signature is theirs. `calls`: the same, and the code makes calls in their name for others.
 */
export type EntrustedRight = 'wallets' | 'positions' | 'signatures' | 'calls'

/** A way to move tokens of an account that approved the contract, without its consent: found by executing the code with guards lifted. */
export type GuardedPull = {
  /** `0x` where call data without a selector does it. */
  selector: Hex
  signature: string | null
  guards: PullGuard[]
  /** The caller chooses the call or the code that moves them: such contracts may be wallets or governors that no account approves. */
  anyCall: boolean
  /** Other functions take tokens of their callers, so that accounts approve it. */
  isApproved?: true
  /** It uses this right; absent: approvals of tokens. */
  right?: EntrustedRight
  /** Accounts that guards name. */
  holders: PullHolder[]
  /** The code compares the paid amount with a word for all users. */
  bounded?: true
  /** Another call comes first, which stores the account or hash that a guard reads. */
  afterSetting?: true
  /** It was executed with a wallet of ours, after these calls of the same account; `later`: a month after them. */
  onWallet?: { before: string[]; later?: true }
  /** A contract that the puller obeys, through which the guards are passed. */
  through?: Address
}

/**
 * The functions by which a contract may move tokens of others or run what its caller names, and those of them whose code was not executed to
 * the end of every path. `walletsByRecord`: it acts as wallets that enabled it as a module, and only by records that the wallet itself writes.
 */
export type PullCoverage = {
  functions: number
  open: { selector: Hex; signature: string | null }[]
  walletsByRecord?: true
}

/** `forCallersOnly`: a contract whose own code was executed, and that uses the power over none but its own callers. */
export type PullHolder = PrivilegedAccount & { forCallersOnly?: boolean }
