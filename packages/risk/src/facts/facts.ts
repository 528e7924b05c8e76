import type { Address } from '../address.ts'
import type { Chain } from '../chain.ts'
import type { ReplacedCode } from '../derive/replacedCode.ts'
import type {
  ExecutedStep,
  Grant,
  Movements,
  Part,
  Payee,
  PaymasterCharge,
  PrivilegeChange,
  SpentPosition,
  TokenPull,
} from '../derive/shapes.ts'
import type { Account } from './account.ts'
import type { Browsing } from './browsing.ts'
import type { BundlePrefix } from './bundlePrefix.ts'
import type { ApprovalChange, BalanceChange } from './changes.ts'
import type { Claim, PermitDeposit } from './claim.ts'
import type { ContractFacts, Gap } from './contractFacts.ts'
import type { ContractJudgement, ReceiverJudgement } from './contractJudgement.ts'
import type { DecodedCall } from './decodedCall.ts'
import type { DelayedClaim } from './delayedClaim.ts'
import type { DelegateActs } from './delegateActs.ts'
import type { DnsFact, Registration, TlsFact } from './domain.ts'
import type { Simulation } from './execution.ts'
import type { KnownParty, LookalikeParty } from './lookalikes.ts'
import type { MinedFacts } from './minedFacts.ts'
import type { NextFork } from './nextFork.ts'
import type { Origin } from './origin.ts'
import type { OwnWallet } from './ownWallet.ts'
import type { Page } from './page.ts'
import type { PaymentRequirements } from './paymentRequirements.ts'
import type { PinnedBlock } from './pinnedBlock.ts'
import type { PoolMove } from './poolMove.ts'
import type { PurchaseFacts } from './purchaseFacts.ts'
import type { RightFact } from './right.ts'
import type { SignedIntent } from './signedIntent.ts'
import type { SignedMessage } from './signedMessage.ts'
import type { BrandLikeness, LexicalScore, SiteAddress, SiteTrust } from './site.ts'
import type { AddressSpelling, Transaction } from './transaction.ts'
import type { Validity } from './validityFacts.ts'
import type { Cloaking, Visit } from './visit.ts'
import type { WalletFacts } from './walletFacts.ts'
import type { WorstCaseExecution } from './worstCaseExecution.ts'

/** One key per fact. Each is gathered once per scan, only if an applicable detector needs it. */
export type Facts = ContractFacts &
  WalletFacts &
  PurchaseFacts &
  MinedFacts &
  MessageFacts &
  UrlFacts & {
    transaction: Transaction
    spellings: AddressSpelling[]
    block: PinnedBlock
    /** Unix seconds: when the question is asked, or the block's time where that is later. A sent transaction: its block's time. */
    now: bigint
    decodedCall: DecodedCall
    /** Under the next fork’s rules; null when it was not asked for. */
    nextFork: NextFork | null
    simulation: Simulation
    /** Wei for publishing the transaction on another network, besides its gas; null: the network has no such fee, or does not say. */
    dataFee: bigint | null
    /** Every holding that changed, for every account: the sender's rows first. */
    balanceChanges: BalanceChange[]
    approvalChanges: ApprovalChange[]
    /** The sender itself. */
    sender: Account
    /** `to`; null for a creation. */
    recipient: Account | null
    /** Every spender and operator named in `approvalChanges` or by the decoded call, by address. */
    spenders: Record<Address, Account>
    /** Every account, other than the sender, whose holdings change, by address. */
    counterparties: Record<Address, Account>
    /** Addresses on which `to` has code, by chain: for "a contract on another network only". */
    codeOnOtherNetworks: { chain: Chain; hasCode: boolean }[]
    /** Addresses the sender has already dealt with, newest first, with the kind of evidence. */
    senderHistory: {
      address: Address
      /** `approved`: a spender that the sender approved. */
      direction: 'in' | 'out' | 'approved'
      /** Nothing, or of what comes in so little that it may be dust. */
      zeroValue: boolean
      /** EIP-55 address of the token; the coin's symbol for a payment in coins. */
      asset: string
      /** A well-known token, whose log cannot be forged: any other token may write a payment that never was. */
      genuine: boolean
      blockNumber: bigint
    }[]
    /** `senderHistory`, or null where it could not be read: for a finding that a familiar receiver would only weaken. */
    pastDealings: Facts['senderHistory'] | null
    /** Known addresses that a recipient or spender resembles or is, from the data pack and from what only this account did. */
    knownParties: KnownParty[]
    /** Recipients and spenders that look like an address that the sender or its account knows. */
    lookalikeParties: LookalikeParty[]
    /** The accounts that a bundle or a user operation calls, each once, in order; empty for a plain transaction. */
    callees: Account[]
    /** Collections whose items a principal gains; unread accounts are left out. */
    collections: Account[]
    /** Account at each delegate address of the authorisation list; empty when there is none. */
    delegates: Record<Address, Account>
    /** Accounts told to `execTransaction` whose code and singleton are Safe's own. */
    safes: Address[]
    /**
     * What strangers can do with the sender's account once it runs the code of an unknown delegate, by delegate; null where the
     * probe did not finish in time.
     */
    delegations: Record<Address, DelegateActs | null>
    /** Derived: the accounts whose assets are at stake: the sender, and the Safe whose `execTransaction` it calls. */
    principals: Address[]
    /** Derived: the decoded call and every nested one, depth first. */
    decodedSteps: DecodedCall[]
    /** Derived: receivers named by plain transfers. */
    payees: Payee[]
    /** Derived: new or enlarged permissions of the principals. */
    grants: Grant[]
    /** Executed: the calls that the principals make, each with the balance changes of that call alone; empty without a call tree. */
    executedSteps: ExecutedStep[]
    /**
     * What the paymaster of a user operation takes from the account, and roughly what the operation costs the paymaster; null
     * without one.
     */
    paymasterCharge: PaymasterCharge | null
    /** Ends of a bundle before its last call that are worse than the whole; empty where it is one call, or all or none. */
    harmfulPrefixes: BundlePrefix[]
    /** Derived: of several calls, those that move something, each as the transaction it would be alone; empty for one. */
    executedParts: Part[]
    /** Derived: the same, with claims counted as returns. */
    parts: Part[]
    /** What the principals can take back afterwards of what leaves without a return; empty where nothing does. */
    claims: Claim[]
    /** A call that only pays the sender, against the same call made later; null where the question does not arise. */
    delayedClaim: DelayedClaim | null
    /** A trade with pools after another account moved their price; null where there is none, or it is small. */
    poolMove: PoolMove | null
    /** What accounts that the transaction names can do to the principals' assets afterwards, and could not do before. */
    rights: RightFact[]
    /** Derived: what the principals lose and gain in the execution itself. */
    executedMovements: Movements
    /** Derived: what the principals lose and gain, with claims counted as returns. */
    movements: Movements
    /** Derived: what contracts pay to others out of what they keep for the principals. */
    spentPositions: SpentPosition[]
    /**
     * Derived: the movements, for rules that can also judge by call data alone; null where nothing was executed. `replaced`: accounts of
     * others that signed for another delegate or none in the same transaction (EIP-7702), and it took effect: their code as it was judged
     * did not run.
     */
    moved: { movements: Movements; balanceChanges: BalanceChange[]; replaced: ReplacedCode[] } | null
    /** Derived: changes of control, with the account that gains it. */
    privilegeChanges: PrivilegeChange[]
    /** Receivers of control that are wallets of the principals themselves. */
    ownWallets: OwnWallet[]
    /** Accounts of keys that alone control a sender made of code: what it pays them stays with the same person. */
    controllers: Address[]
    /** Derived from the trace plus two reads per pull. */
    tokenPulls: TokenPull[]
    /**
     * Contracts that a transaction calls, or to which it or a message gives privileges or assets, as the contract scan judges
     * them, by address.
     */
    contractJudgements: Record<Address, ContractJudgement>
    /** Accounts of keys, and wallets made of code, that a transaction or message gives value or power, as the wallet scan judges them. */
    walletJudgements: Record<Address, ReceiverJudgement>
    /** Derived: those of them that are called only to take assets back, to reduce privileges, or to move their own tokens. */
    exits: Address[]
    /** The address that a contract scan is asked about. */
    subject: Account
    /** Accounts whose code the subject runs as its own: implementations, the delegate of a delegated account. */
    implementations: Account[]
    /** Executions spent on privileged calls, their limit, and what the limit cut off. */
    privilegesBudget: { runs: number; max: number; cut: string[] }
    /** Derived: parts of a contract that its verdict needs and that could not be gathered, and parts that the caller switched off. */
    gaps: Gap[]
    /** The account that created the subject; null when no source could tell. */
    creator: Account | null
    /** The dApp that asks, when the caller names it; null when not. For transactions and messages. */
    origin: Origin | null
    /** For how long the verdict on a transaction holds. */
    validity: Validity
  }

export type FactName = keyof Facts

// What a signature allows its holder, and what that costs the signer.

/** Facts of a message scan beyond those a transaction scan has. */
type MessageFacts = {
  message: SignedMessage
  /** What the signature allows; empty when no known permission is in the message. */
  intents: SignedIntent[]
  /** What the signer was asked to pay, and accepted; null when the caller names nothing. */
  paymentRequirements: PaymentRequirements | null
  worstCaseExecutions: WorstCaseExecution[]
  /** Intents, by their index, whose worst use was executed whole and worked: what it costs is known. */
  executedIntents: number[]
  /** Of permits for unknown contracts, executed as deposits there; empty where none takes a deposit. */
  permitDeposits: PermitDeposit[]
  /** What the signer loses and gains in the worst case of the signature, over all executions. */
  worstCase: Movements
  /** Rows of the worst case, the signer's first. */
  worstCaseChanges: BalanceChange[]
  /** Accounts that the intents name (spenders, takers, receivers, delegates, verifiers), by address. */
  named: Record<Address, Account>
  /** Unlisted tokens among them that carry the symbol of a well-known token. */
  imitations: Address[]
}

// Facts of a web site. Times are Unix milliseconds. Text from the web is cleaned and bounded.

/** Facts of a URL scan. */
type UrlFacts = {
  site: SiteAddress
  /** When the scan was made. */
  scannedAt: number
  trust: SiteTrust
  /** Null for an IP literal, for shared hosts and for official domains. The worse one of the scanned site and where it leads. */
  lexical: LexicalScore | null
  /** Brand likenesses of the scanned site and of its redirect target. Empty for official domains. */
  likenesses: BrandLikeness[]
  dns: DnsFact
  tls: TlsFact
  registration: Registration | null
  /** Certificate facts of the redirect target; null when that is the same server, or the same domain, as the scanned one. */
  finalTls: TlsFact | null
  finalRegistration: Registration | null
  /** Both ends, as far as they are known; one where they are the same. */
  certificates: { site: SiteAddress; tls: TlsFact }[]
  registrations: { site: SiteAddress; registration: Registration | null }[]
  visit: Visit
  /** Standing of each other site on the way, final one included, by host. */
  hopTrust: Record<string, SiteTrust>
  /**
   * The same of hosts that the page loads code from, sends forms to or frames, and that a browser contacted; bounded. By host and path
   * where strangers share the host.
   */
  contactTrust: Record<string, SiteTrust>
  /** Null when what answered is no HTML, or nothing answered. */
  page: Page | null
  /** Null when nothing answered. */
  cloaking: Cloaking | null
  browsing: Browsing
  /** The page as a browser showed it, all states together. Null when it showed no HTML. */
  renderedPage: Page | null
}
