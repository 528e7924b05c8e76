import type { Address, Hex } from '../address.ts'
import type { Transaction, UserOperation } from './transaction.ts'

// What a signature allows its holder. Amounts in base units, times in Unix seconds.

/** One asset of an order. `amount` at its worst for the signer: the most that leaves, the least that comes. */
export type OrderAsset = {
  assetType: 'native' | 'erc20' | 'erc721' | 'erc1155'
  address: Address | null
  /** Null for fungible assets, and where any token of the collection will do. */
  tokenId: bigint | null
  amount: bigint
  /** Receiver of the asset; null when the filler of the order chooses. */
  to: Address | null
}

/**
 * A call that another account may make once the message is signed. `operation` 1: by delegatecall. `makes`: the calls that code makes which is run so, where the
 * signed data alone decides about them and the code does nothing else; absent where that was not shown.
 */
export type SignedCall = { to: Address | null; value: bigint; data: Hex; operation?: 1; makes?: SignedCall[] }

/**
 * One act that the signature allows, classified by its effect, not by its name. `protocol` names the known type (`EIP-2612`,
 * `Permit2 PermitBatch`, `Seaport 1.6`, `Safe 1.4.1`); null when only the structure tells. `verifier` is the contract that would
 * accept the signature; null when the message names none.
 */
export type SignedIntent = { protocol: string | null; verifier: Address | null } & (
  | {
      /** A spender may take tokens later: EIP-2612, DAI, Permit2 single and batch. */
      kind: 'allowance'
      standard: 'erc20' | 'erc721' | 'permit2'
      token: Address
      tokenId: bigint | null
      owner: Address
      spender: Address
      /** 2^256-1 for DAI's `allowed: true`. */
      amount: bigint
      unlimited: boolean
      /** End of the permission once given; null when it has none. */
      expiration: bigint | null
      /** Last time at which the signature may be used. */
      deadline: bigint | null
    }
  | {
      /** Tokens leave at once when it is used: Permit2 SignatureTransfer, EIP-3009. */
      kind: 'transfer'
      token: Address
      from: Address
      /** Null when the spender chooses the receiver. */
      to: Address | null
      amount: bigint
      /** The only account that may use it; null for any account. */
      spender: Address | null
      deadline: bigint | null
      /** Permit2 witness: type and members, so that an order is not taken for a gift. */
      witness: { type: string; parameters: { name: string; type: string; value: string }[] } | null
    }
  | {
      /** Assets given for assets received, at the worst price the order allows. */
      kind: 'order'
      offerer: Address
      gives: OrderAsset[]
      /** Payments of the filler; the offerer receives those where `to` is the offerer. */
      gets: OrderAsset[]
      /** The account whose approvals are used to take what is given (conduit, proxy, vault). */
      puller: Address | null
      /** Null: any account may fill it. */
      taker: Address | null
      start: bigint | null
      end: bigint | null
      /** The signature covers a root of many orders; only one of them is shown. */
      bulk: number | null
      /** Position of the order in its tree, empty leaves not counted. */
      leaf?: number
      /** Number of orders in the tree of other kinds than the shown ones. */
      notShown?: number
    }
  | {
      /** An account runs these calls with this signature: Safe, ERC-4337 user operation, forwarder, session or delegated execution. */
      kind: 'execution'
      account: Address
      calls: SignedCall[]
      deadline: bigint | null
      /** Refund from the account to the submitter (Safe); null when there is none. */
      refund: { token: Address | null; receiver: Address | null; gasPrice: bigint; baseGas: bigint } | null
      /** The whole operation, where it is signed as such and its entry point is known: factory, fees and paymaster too. */
      userOperation?: UserOperation
    }
  | {
      /** EIP-7702: the account runs the delegate's code from then on. */
      kind: 'delegation'
      account: Address
      delegate: Address
      /** 0: on every network. */
      chainId: bigint
      nonce: bigint | null
    }
  | {
      /** A key or account may act for the signer within bounds: session keys, agents, delegations by caveats. */
      kind: 'session'
      account: Address
      delegate: Address
      /** Contracts it may call; empty: any. */
      targets: Address[]
      expiration: bigint | null
      /** Its limits, in its own words. */
      limits: string[]
      /** Whether the value at stake is bounded; null when unknown. */
      valueBounded: boolean | null
    }
  | {
      /** Votes, not assets. */
      kind: 'vote'
      delegate: Address | null
      deadline: bigint | null
    }
  | {
      /** EIP-4361, or a text of its shape. */
      kind: 'sign-in'
      /** Authority: host, and port where it is not the usual one. */
      domain: string
      /** In lower case; null where the message states none. */
      scheme: string | null
      address: Address | null
      uri: string | null
      chainId: bigint | null
      statement: string | null
      issuedAt: string | null
      expiresAt: string | null
      /** Resources, and ReCap (ERC-5573) abilities that go beyond signing in. */
      resources: string[]
    }
  | {
      /** A transaction of the signer, signed by a message method: as RLP in bytes or text, or as its hash. */
      kind: 'hidden-transaction'
      transaction: Transaction | null
      chainId: bigint | null
    }
  | {
      /** A bare hash of unknown content. */
      kind: 'blind'
      hash: Hex
    }
  | {
      /**
       * An unknown type: addresses and amounts that its structure names. `moves` are members that read like amounts of an asset
       * for an account.
       */
      kind: 'unknown'
      addresses: { path: string; address: Address }[]
      moves: { token: Address | null; amount: bigint; path: string }[]
      deadline: bigint | null
    }
)
