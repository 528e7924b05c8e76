import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { NamedParties } from '@redoubt/risk/derive/namedParties.ts'
import type { ExecutedStep, Loss, Movement, TokenPull } from '@redoubt/risk/derive/shapes.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Claim } from '@redoubt/risk/facts/claim.ts'
import type { ContractJudgement, WalletJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { KnownParty } from '@redoubt/risk/facts/lookalikes.ts'
import type { NextFork } from '@redoubt/risk/facts/nextFork.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PoolMove } from '@redoubt/risk/facts/poolMove.ts'
import type { PurchasePrivileges, SpenderProbe } from '@redoubt/risk/facts/probes.ts'
import type { SaleProbe, SourceCheck } from '@redoubt/risk/facts/purchaseFacts.ts'
import type { Right, RightUse } from '@redoubt/risk/facts/right.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Validity } from '@redoubt/risk/facts/validityFacts.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { PriceMoves } from '@redoubt/risk/intent/intentBounds.ts'
import type { AskAgreement } from '../endpointAgreement.ts'
import type { GatherOrigin } from '../gatherOrigin.ts'
import type { ScanOwner } from '../scanContext.ts'
import type { ProtectSources } from './protect/protection.ts'

/**
 * What a transaction scan reads from one network, declared by the scan and wired in app.ts. Each method learns one fact,
 * or rejects: the fact is then unknown, and the answer says so.
 */
export type TransactionSources = {
  chain: Chain
  block(signal: AbortSignal): Promise<PinnedBlock>
  /** Unix milliseconds; absent where what has happened is judged. */
  clock?(): number
  /** What other endpoints say of the state that was read at a block. Left out where no other is asked. */
  agreement?: AskAgreement
  /** Executions of the scan that failed so far, also those that it does without. */
  failedExecutions?: () => readonly Error[]
  /** Whether it reads what has happened: the transaction is judged at its own place in its block. */
  mined?: true
  /** By what is known without the network; long values in part, as people are shown them. */
  decode(transaction: Transaction): DecodedCall
  /** By what the callee tells: its verified ABI, else what its code reads. Null when that tells nothing. Long values in part, too. */
  decodeByCallee(block: PinnedBlock, transaction: Transaction, signal: AbortSignal): Promise<DecodedCall | null>
  /** A call that was decoded here, with every argument whole, for the answer; what is not done when the signal fires stays in part. */
  whole(call: DecodedCall, signal: AbortSignal): Promise<DecodedCall>
  /** Whether a token that no registry lists carries the name of a famous one. */
  imitates(token: Address, symbol: string): boolean
  /** The item whose owner commands an account (ERC-6551); null where the contract is no such account. Absent: not asked. */
  itemOfAccount?(
    block: PinnedBlock,
    address: Address,
    signal: AbortSignal,
  ): Promise<{ collection: Address; id: bigint } | null>
  simulate(block: PinnedBlock, transaction: Transaction, signal: AbortSignal): Promise<Simulation>
  /** Executes it in a block of another time, in Unix seconds, and in no further environment. Absent for sent transactions. */
  simulateAt?(
    block: PinnedBlock,
    at: { transaction: Transaction; timestamp: bigint },
    signal: AbortSignal,
  ): Promise<Simulation>
  /** The transaction under the rules of the network's next fork, beside its simulation. Absent for sent transactions. */
  nextFork?(
    block: PinnedBlock,
    of: { transaction: Transaction; simulation: Simulation },
    signal: AbortSignal,
  ): Promise<NextFork>
  /** Wei for publishing it on another network; absent where the network has no such fee. */
  dataFee?(
    block: PinnedBlock,
    of: { transaction: Transaction; simulation: Simulation },
    signal: AbortSignal,
  ): Promise<bigint | null>
  /** Executes a trade with a pool after others moved the price; null where there is none. Rejects when that cannot be executed. */
  movePrice?(
    block: PinnedBlock,
    trade: {
      transaction: Transaction
      trace: CallFrame
      principals: readonly Address[]
      executedSteps: readonly ExecutedStep[]
      tokenPulls: readonly Pick<TokenPull, 'token' | 'spender'>[]
    },
    signal: AbortSignal,
  ): Promise<PriceMoves | null>
  /**
   * Executes a trade after another account traded at the same pools in the same direction; null where it fails then, or no pool could
   * be moved. `amounts`: what each asset brings the principals, in order. Rejects when that cannot be executed.
   */
  poolMove?(
    block: PinnedBlock,
    trade: {
      transaction: Transaction
      trace: CallFrame
      principals: readonly Address[]
      executedSteps: readonly ExecutedStep[]
      tokenPulls: readonly Pick<TokenPull, 'token' | 'spender'>[]
      assets: readonly (Address | null)[]
    },
    signal: AbortSignal,
  ): Promise<(Pick<PoolMove, 'pools' | 'times' | 'tolerance'> & { amounts: bigint[]; amountsAfter: bigint[] }) | null>
  /**
   * Executes a call now and later, and only later: what the two ways bring the principals of what it pays now. Null where the first call
   * fails. Where waiting brings far more, the contract's other functions are called later too. Rejects when that cannot be
   * executed.
   */
  delayedClaim?(
    block: PinnedBlock,
    claim: { transaction: Transaction; principals: readonly Address[]; paid: readonly PaidAsset[] },
    signal: AbortSignal,
  ): Promise<{ now: PaidSums; later: PaidSums; days: number[]; otherFunction: Hex | null } | null>
  balanceChanges(
    block: PinnedBlock,
    transaction: Transaction,
    simulation: Simulation,
    signal: AbortSignal,
  ): Promise<BalanceChange[]>
  /** Splits an execution into the calls that the principals make, by its call tree. */
  executedSteps(
    simulation: Simulation,
    whose: { principals: readonly Address[]; balanceChanges: readonly BalanceChange[]; paymaster: Address | null },
  ): ExecutedStep[]
  /**
   * USD of one whole unit of an asset (null: the native coin), and the most that any amount of it may be called worth. Null when nothing
   * prices it.
   */
  unitPrice(
    block: PinnedBlock,
    asset: Address | null,
    signal: AbortSignal,
  ): Promise<{ usd: number; maxUsd: number | null } | null>
  approvalChanges(block: PinnedBlock, simulation: Simulation, signal: AbortSignal): Promise<ApprovalChange[]>
  /** `role` says how the transaction uses the account: a `callee` probably has code. */
  account(block: PinnedBlock, address: Address, signal: AbortSignal, role?: 'callee'): Promise<Account>
  /** Its verified primary ENS name; null where there is none. Never fails: a name is worth no scan. */
  ensName(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<string | null>
  /** eth_call at the block; null when it reverts. */
  read(block: PinnedBlock, call: { to: Address; data: Hex }, signal: AbortSignal): Promise<Hex | null>
  codeOnOtherNetworks(address: Address, signal: AbortSignal): Promise<Facts['codeOnOtherNetworks']>
  /** What a stranger can take from the account once it runs the delegate's code (EIP-7702): the first way that is seen. */
  delegateActs(
    block: PinnedBlock,
    delegation: { account: Address; delegate: Address },
    signal: AbortSignal,
  ): Promise<DelegateActs>
  /**
   * Probes what the contract does with the tokens of accounts that approve it. Rejects when that cannot be executed.
   */
  spenderProbe(
    block: PinnedBlock,
    of: { spender: Address },
    signal: AbortSignal,
  ): Promise<Omit<SpenderProbe, 'spender'>>
  /** Whether any account can make the contract take tokens of the accounts that approved it, by its code on its state. */
  hasOpenPulls?(block: PinnedBlock, spender: Address, signal: AbortSignal): Promise<boolean>
  /**
   * The live allowances of an owner to one spender: those that logs name, where `logged`, and those over the tokens. `complete`: false
   * where logs could not be read.
   */
  allowancesTo?(
    block: PinnedBlock,
    of: { owner: Address; spender: Address; tokens: readonly Address[]; logged: boolean },
    signal: AbortSignal,
  ): Promise<{ allowances: { token: Address; amount: bigint; operator: boolean }[]; complete: boolean }>
  /**
   * Executes withdrawals of what leaves one account, as that account on the state after the transaction. Rejects when that cannot be
   * executed.
   */
  claims(
    block: PinnedBlock,
    of: {
      transaction: Transaction
      simulation: Simulation
      losses: readonly Loss[]
      gained: readonly Movement[]
      contracts: readonly Address[]
    },
    signal: AbortSignal,
  ): Promise<Claim[]>
  /**
   * Calls as the named accounts what may take the principals' assets, on the states before and after the transaction. `missing`: why
   * not all of it could be tried. Rejects when the code cannot be read.
   */
  rights(
    block: PinnedBlock,
    of: {
      simulation: Simulation
      principals: readonly Address[]
      /** `open`: accounts that the contract itself names are tried too. `service`: it is a known service. */
      named: readonly (NamedParties & { open: boolean; service: boolean })[]
      isTrusted(address: Address): Promise<boolean>
    },
    signal: AbortSignal,
  ): Promise<{ rights: Right[]; missing: 'state' | 'cut' | 'cut-in-service' | 'secret' | null }>
  /**
   * What callers of a contract can make it do with its right to make a call of another contract about any account. Null where its
   * code cannot be read or executed.
   */
  rightUse?(
    block: PinnedBlock,
    of: { holder: Address; contract: Address; selector: Hex; accountAt: readonly number[] },
    signal: AbortSignal,
  ): Promise<RightUse | null>
  /**
   * What the contract scan says of it, kept for a short while. Rejects when that cannot be learned, or the signal fires first: the scan
   * then goes on for the next question. Payments into a contract that was not judged before are tried for the next question too, where
   * they are `unawaited`, or only `preferred` and the signal fires.
   */
  contractJudgement(
    block: PinnedBlock,
    account: Account,
    signal: AbortSignal,
    how?: { payments: 'awaited' | 'preferred' | 'unawaited' },
  ): Promise<ContractJudgement>
  /** What the wallet scan says of it, in the same way. */
  walletJudgement(block: PinnedBlock, account: Account, signal: AbortSignal): Promise<WalletJudgement>
  /** Known addresses that one of these resembles or is; spenders are compared with labelled contracts too. */
  knownParties?(targets: readonly Address[], signal: AbortSignal): Promise<KnownParty[]>
  /** What a wallet made of code is made of. Rejects when that cannot be read. */
  walletContract?(block: PinnedBlock, account: Account, signal: AbortSignal): Promise<WalletContract | null>
  /** What the contract's own `owner()` answers; null where it has none. */
  ownerOf?(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Address | null>
  /** Sender of the transaction that created the contract; null where that is not known. Never rejects. */
  deployerOf?(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Address | null>
  senderHistory(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Facts['senderHistory']>
  /**
   * What the outcome rests on that others can change. `principals`: whose assets are at stake; `trusted`: well-known
   * contracts, which are not looked into.
   */
  validity(
    block: PinnedBlock,
    scan: { transaction: Transaction; simulation: Simulation; principals: Address[]; trusted: Set<Address> },
    signal: AbortSignal,
  ): Promise<Validity>
  /** Buys the token and sells it again, as a new account; rejects when nothing could be executed. */
  saleProbe(block: PinnedBlock, token: Address, signal: AbortSignal): Promise<Omit<SaleProbe, 'token' | 'symbol'>>
  /** Probes what its owners can do to its buyers; null where it is not traded. Rejects when that cannot be executed. */
  purchasePrivileges(
    block: PinnedBlock,
    token: Address,
    signal: AbortSignal,
  ): Promise<Omit<PurchasePrivileges, 'token'> | null>
  /** Whether its source is published; bounded in time by the source itself. Never rejects. */
  sourceCheck(contract: { address: Address; codeHash: Hex }, signal: AbortSignal): Promise<SourceCheck>
  /** What is known of the site that asks; rejects when the lists cannot be read. */
  origin: GatherOrigin
  /** What `options.protect` needs; absent where it is not offered. */
  protect?: ProtectSources
  /** Date of the oldest list that labels and sanctions come from, as last seen. */
  intelAsOf(): string
}

/** What a call pays at once, with its worth at a trusted price. */
export type PaidAsset = { asset: Address | null; amount: bigint; usd: number }
/** Sums by asset, in the order of what is paid at once, and their USD. */
export type PaidSums = { amounts: bigint[]; usd: number }

/** A transaction that a network knows, and what a scan of it reads. */
export type KnownTransaction = {
  transaction: Transaction
  /** Null while it waits to be mined. */
  mined: { blockNumber: bigint; index: number } | null
  /** Of the head for one that waits, of its own place in its block for a mined one. */
  sources: TransactionSources
  /** How what it did is known; of a mined one, once it was simulated. */
  outcome(signal: AbortSignal): Promise<{ success: boolean; gasUsed: bigint; source: 'trace' | 'replay' | 'receipt' }>
}

/** Looks a transaction up on one network. Null when it does not know it; rejects when no endpoint answers. */
export type FindTransaction = (hash: Hex, signal: AbortSignal) => Promise<KnownTransaction | null>

/**
 * Where a transaction may be: the network, or, for null, every one that the environment offers.
 * @throws ApiError VALIDATION_ERROR for a network that it does not offer.
 */
export type FindersFor = (owner: ScanOwner, chain: Chain | null) => Promise<ReadonlyMap<Chain, FindTransaction>>
