import type { Chain } from '../risk/chain.ts'
import type {
  Account,
  Address,
  ApprovalChange,
  BalanceChange,
  DecodedCall,
  Facts,
  Hex,
  PinnedBlock,
  Simulation,
  Transaction,
} from '../risk/facts.ts'

/**
 * What a transaction scan reads from one network, declared by the scan and wired in app.ts. Each method learns one fact,
 * or rejects: the fact is then unknown, and the answer says so.
 */
export type TransactionSources = {
  chain: Chain
  block(signal: AbortSignal): Promise<PinnedBlock>
  decode(transaction: Transaction): DecodedCall
  simulate(block: PinnedBlock, transaction: Transaction, signal: AbortSignal): Promise<Simulation>
  balanceChanges(
    block: PinnedBlock,
    transaction: Transaction,
    simulation: Simulation,
    signal: AbortSignal,
  ): Promise<BalanceChange[]>
  approvalChanges(block: PinnedBlock, simulation: Simulation, signal: AbortSignal): Promise<ApprovalChange[]>
  /** `role` says how the transaction uses the account: a `callee` probably has code. */
  account(block: PinnedBlock, address: Address, signal: AbortSignal, role?: 'callee'): Promise<Account>
  /** Its verified primary ENS name; null where there is none. Never fails: a name is worth no scan. */
  ensName(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<string | null>
  /** eth_call at the block; null when it reverts. */
  read(block: PinnedBlock, call: { to: Address; data: Hex }, signal: AbortSignal): Promise<Hex | null>
  codeElsewhere(address: Address, signal: AbortSignal): Promise<Facts['codeElsewhere']>
  senderHistory(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Facts['senderHistory']>
  /** Date of the oldest list that labels and sanctions come from, as last seen. */
  intelAsOf(): string
}
