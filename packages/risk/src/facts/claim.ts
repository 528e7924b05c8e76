import type { Address, Hex } from '../address.ts'
import type { PaymentCoverage } from './paymentCoverage.ts'

/** A privileged call after which the withdrawal pays nothing any more. Amounts in base units. */
export type ClaimSwitch = {
  caller: Address
  /** What makes it a caller: `owner()`, a role, a storage slot. */
  by: string
  selector: Hex
  signature: string | null
  /** A further call of the same account, by which it happens. */
  followedBy?: string
  /** A call that the caller, a contract, makes while the first one calls it back. */
  callback?: string
  /** How often the call is made until less than half comes back, where one call takes a part. */
  times?: number
  /** Each of these calls has a larger number than the one before. */
  rising?: true
  /** Seconds after the transaction from which it works, where it does nothing at once. */
  after?: number
  /** It is a function of code that runs in the contract's place by itself, `after` so many seconds. */
  ofLaterCode?: true
  /** One private key holds the privilege. */
  isKey: boolean
  /** The most of what is deposited there that one account gained by it; null: it only stops the withdrawal. */
  takes: { asset: Address | null; amount: bigint; receiver: Address } | null
  /** All that accounts gained by it, of each asset that is deposited there; absent: only `takes` was measured. */
  taken?: readonly NonNullable<ClaimSwitch['takes']>[]
  /** Assets whose record it turns into another record of the depositor's, while they stay: an order is executed. */
  executes?: readonly (Address | null)[]
  /** It exchanges what is deposited for other assets of the same worth, which the withdrawal pays instead. */
  exchanges?: true
  /** Any account can make the call: `caller` stands for all. */
  anyone?: true
  /** Found by running the contract's code with its guards lifted: what it needs, such as a signature, cannot be made here. */
  lifted?: true
  /** The allowance that the contract gave over what is deposited there, by which it is taken. */
  allowance?: { token: Address; spender: Address; amount: bigint }
  /** It moves the deposit to a contract that the call does not name, and a further privileged call brings it back. */
  comesBack?: boolean
}

/** A privileged call, found by executing it. */
export type PrivilegedAct = {
  caller: Address
  /** What makes it a caller: `owner()`, a role, a storage slot. */
  by: string
  selector: Hex
  signature: string | null
  /** One private key holds the privilege. */
  isKey: boolean
  /** Any account can make the call: `caller` stands for all. */
  anyone?: true
  /** As in `ClaimSwitch`. */
  lifted?: true
  /** Seconds after the transaction. */
  after: number
}

/** A private key that can make a contract, which the deposit names and its market asks, answer what it likes. */
export type PriceSetter = {
  /** The contract that is asked. */
  source: Address
  caller: Address
  by: string
  selector: Hex
  signature: string | null
}

/** A privileged call that moves the deposit to another account than its owner. */
export type ClaimTake = PrivilegedAct & {
  amount: bigint
  receiver: Address
  /** A further call of the same account, by which it happens. */
  followedBy?: string
  /** The first call sets a number to the least or the most, and the further call then pays any account: it stands for a quorum or a limit. */
  opened?: true
}

/** A call of another account without which no withdrawal pays; `returned`: what the owner gets after it. */
export type ClaimRelease = PrivilegedAct & { returned: bigint }

/** A call of a contract that obeys the depositor, which sends the deposit to an account that the call does not name. */
export type MisdirectedExit = {
  contract: Address
  selector: Hex
  signature: string | null
  receiver: Address
  amount: bigint
  /** Neither the code nor a storage word that the function reads shows the receiver. */
  isHidden: boolean
}

/** Wallets that have a deposit, and the owner's withdrawal that pays once they pay it back into the contract. */
export type WalletCustody = { wallets: readonly Address[]; sent: bigint; exit: NonNullable<Claim['exit']> }

/** The withdrawal that paid, made later. */
export type LaterExit = {
  /** Seconds after the transaction. */
  after: number
  returned: bigint
  /** What the same call pays to accounts that the transaction does not name. */
  toOthers: bigint
}

/**
 * What the owner of an asset that leaves can get back, found by executing withdrawals as the owner on the state after the
 * transaction, at once and later (`triedAfter`). Amounts in base units of the asset.
 */
export type Claim = {
  account: Address
  /** The other account that can take it back, where the deposit was made for it; null: `account` itself. */
  beneficiary: Address | null
  /** The beneficiary is an account of a private key, not a contract such as the payer's own Safe. */
  beneficiaryIsKey?: true
  /** Null: native coin. */
  asset: Address | null
  tokenId: bigint | null
  /** What left. */
  amount: bigint
  /** Accounts that gained it. */
  takers: Address[]
  /** The most that came back; 0 where no call paid anything. */
  returned: bigint
  /** The part of it that came as other assets of the same deposit, of the same worth. */
  inOthers?: bigint
  /** The call that paid it; null where none did. */
  exit: { contract: Address; selector: Hex; signature: string | null } | null
  /** Seconds after the transaction. */
  after: number
  /**
   * The end of its lock by the call or the record of the deposit, in Unix seconds, where only then it pays. `asked`: the call names that
   * time. Absent: the usual times sufficed.
   */
  lock?: { until: number; asked: boolean }
  /** It pays only once another account has repeated the call with more, as in an auction. */
  whenOutbid: boolean
  /** An unrelated account got the same by the same call. */
  openToOthers: boolean
  /** Another token that the contract pays for it, one for one, where nothing of the asset itself comes back: a migration. */
  replacement?: { asset: Address; amount: bigint; after: number; exit: Claim['exit'] }
  /** Functions that by their name pay back, whether they did or not. */
  offered: string[]
  /** A withdrawal paid the owner another token, such as what was bought. */
  delivers?: true
  /** The contract sets the sum, gives items for it at once, and no function named like a withdrawal spends what the call recorded: a purchase. */
  atPrice?: true
  switches: ClaimSwitch[]
  /** Privileged calls that may come before a locked withdrawal, and after which it pays nothing: it depends on them. */
  conditions?: ClaimSwitch[]
  /** Keys that can set a price that the deposit's market asks; absent: none was found. */
  prices?: PriceSetter[]
  /** Seconds after the transaction up to which it was still paid, and at no tried time after that; null: later than 30 days. */
  closesAfter: number | null
  /** It is refused once other accounts have made the same deposit and withdrawal. */
  closesWithUse: boolean
  /** The withdrawal that paid, at later times; empty where none paid. */
  later: LaterExit[]
  /** Seconds after the transaction at which withdrawals were tried. */
  triedAfter: number[]
  /** The contract owes it, and wallets have it; absent: it does not, or this was not found. */
  custody?: WalletCustody
  /** No withdrawal pays the owner, and this call of the owner's pays another account; absent: none does. */
  misdirected?: MisdirectedExit
  /** Privileged calls that take what no withdrawal pays back. */
  takes: ClaimTake[]
  /** The privileged call after which a withdrawal pays; null: none needed, or none found. */
  release: ClaimRelease | null
  /** Functions that only a secret or another account's signature opens: whether they pay, close or empty is not known. */
  locked: string[]
  /** Signatures open one of them: not only a secret, or a proof that the code may ask for. */
  lockedBySignature: boolean
  /** A function that may pay asks for the secret whose hash the transaction stores: the sender's own, which is not known here. */
  ownSecret: boolean
  /** False: a limit or a failure ended the search early, so that no withdrawal proves nothing. */
  complete: boolean
  /** Functions of the contracts that can pay, and those for privileged accounts whose effect was not seen. */
  payments?: PaymentCoverage
  /** The search ended early because the node does not keep the state that a withdrawal reads. */
  unreadable?: true
  /** The contract runs code of other contracts and lists none: only what the transaction ran was read. */
  unlisted?: true
  /** It is no asset that left, but what the contract owes for one: coins that vest, a refund. `usd`: what was paid for it. */
  owed?: {
    symbol: string | null
    decimals: number | null
    usd: number | null
    /** What left the payer became this within the transaction, in a contract that keeps it for the payer: a zap, a locker. */
    pays?: {
      /** Assets of the payer that became it. Null: native coin. */
      assets: readonly (Address | null)[]
      /** A known price shows that it is worth as much. */
      priced: boolean
    }
  }
  /** What of its contracts a failing or slow source did not tell, in words for a person; absent: nothing. */
  unread?: string[]
}

/** What a permit's spender takes by its own deposit function, and what the owner can get back of that. */
export type PermitDeposit = {
  spender: Address
  token: Address
  entry: { selector: Hex; signature: string | null }
  claim: Claim
}
