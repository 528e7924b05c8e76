import type { Address } from '../address.ts'
import type { TokenMetadata } from './account.ts'
import type { Bytecode } from './bytecode.ts'
import type { CoinTrap } from './coinTrap.ts'
import type { Judgement } from './contractJudgement.ts'
import type { DelegateActs } from './delegateActs.ts'
import type { DeployerTokens } from './deployerTokens.ts'
import type { JudgedDeposit } from './deposit.ts'
import type { Distribution } from './distribution.ts'
import type { GuardedPull, PullCoverage } from './guardedPull.ts'
import type { GuardedTokenPowers } from './guardedTokenPower.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount, PrivilegedCall, ProxyFact } from './privileges.ts'
import type { Provenance } from './provenance.ts'
import type { Trade } from './trade.ts'
import type { FundingHop } from './walletHistory.ts'

// Facts of a contract beyond its account. Amounts in base units, shares in percent of 100, times in Unix seconds.

/** A part that the verdict needs and that could not be gathered. `because` is a clause without a full stop. */
export type Gap = { of: 'trade' | 'privileges' | 'bytecode' | 'implementations'; because: string; wanted: boolean }

/** An ERC-4337 account of one key, which owes nothing to others. */
export type PersonalAccount = { owner: Address; entryPoint: Address }

/** The facts of a contract scan, by name. */
export type ContractFacts = {
  /** Null: nothing of that kind to analyse. */
  bytecode: Bytecode | null
  proxy: ProxyFact | null
  /** Shown by execution; null: it is none, or it was not shown to be one. */
  personalAccount: PersonalAccount | null
  /** Owners, admins and roles, found by their functions and in storage. */
  privileged: PrivilegedAccount[]
  /** The contract's own token metadata; null when it is no token. */
  token: TokenMetadata | null
  totalSupply: bigint | null
  trade: Trade | null
  /** It has no market, and refuses every approval as receipts do, or has no function that transfers it. */
  isUntradable: boolean
  /** The token has no supply, no account in charge, no open function that gives some, and no call that made some. */
  isUnissued: boolean
  /** What strangers can do with an account whose delegate is unknown; null for everything else. */
  delegateActs: DelegateActs | null
  switches: OwnerSwitch[]
  capabilities: Capability[]
  /** Pulls of approved tokens that depend on guards; none of wallets and well-known contracts. */
  guardedPulls: GuardedPull[]
  /** How much of the code that may move approved tokens was executed; null of wallets and well-known contracts. */
  pullCoverage: PullCoverage | null
  /** Powers over holders that depend on guards; none of what is no traded token. */
  guardedTokenPowers: GuardedTokenPowers
  /** Functions that ask for coins and lose them when played; none of wallets, well-known contracts and tokens. */
  coinTraps: CoinTrap[]
  /** Payments of users, repeated or made up, and what becomes of them; none of wallets, well-known contracts and traded tokens. */
  deposits: JudgedDeposit[]
  /** Derived: executed calls that replaced the code; empty when none was seen to work, for any reason. */
  executedUpgrades: Capability[]
  /** Derived: the account that can replace the code of a proxy; null when it is no proxy, and when the account is not known. */
  upgrader: PrivilegedAccount | null
  /** Single calls that stopped all trades in execution; derived from `switches`. */
  killSwitches: PrivilegedCall[]
  provenance: Provenance
  /** The wallet scan of an account that a key or a wallet contract controls; null for other code. */
  walletJudgement: Judgement | null
  distribution: Distribution | null
  /** Null: no token, or its creator is unknown or has code. */
  deployerTokens: DeployerTokens | null
  /** First coins of the contract's creator, with their value where the funder is flagged or a mixer and a price is known; null: the creator is unknown or has code, was never funded, or the contract is named or old. */
  creatorFunding: (FundingHop & { usd: number | null }) | null
  /** The famous token whose symbol or name it carries. */
  imitates: { symbol: string; name: string; address: Address | null; by: 'symbol' | 'name'; exact: boolean } | null
}
