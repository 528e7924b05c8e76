import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { SignedMembers } from '../rpc/heldTransaction.ts'

/** A signed transaction as nodes take it, and as it is judged. `hash` names it on chain. */
export type SignedTransaction = {
  hash: Hex
  /** With its signature, lower case. */
  raw: Hex
  members: SignedMembers
  transaction: Transaction
  /** Accounts that get other code by it (EIP-7702). */
  authorities: readonly Address[]
}

/**
 * A wallet that a transaction acts for besides its sender. `transaction` is what the wallet itself does, as if it sent it; null when that
 * could not be read. `wallet` null: not even whose it is.
 */
export type ActingWallet = {
  wallet: Address | null
  /** `unread`: the call tree is larger than what is read. */
  via: 'safe' | 'user-operation' | 'delegation' | 'forwarder' | 'unread'
  transaction: Transaction | null
}

/** Reads what wallets send. */
export type SignedTransactions = {
  /** @throws InvalidInput saying what is wrong. */
  read(raw: unknown, chainId: number): Promise<SignedTransaction>
  /** @param trace the call tree of its execution; null: it is not known. */
  actingWallets(transaction: Transaction, trace: CallFrame | null): Promise<ActingWallet[]>
}
