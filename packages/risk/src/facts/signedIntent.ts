import type { Address, Hex } from '../facts.ts'
import type { Transaction, UserOperation } from './transaction.ts'

// What a signature allows whoever holds it. Amounts in base units, times in Unix seconds.

/** One asset of an order. `amount` at its worst for the signer: the most that leaves, the least that comes. */
export type OrderAsset = {
  assetType: 'native' | 'erc20' | 'erc721' | 'erc1155'
  address: Address | null
  /** Null for fungible assets, and where any token of the collection will do. */
  tokenId: bigint | null
  amount: bigint
  /** Who receives it; null when whoever fills the order chooses. */
  to: Address | null
}

/** A call that somebody else may make once the message is signed. */
export type SignedCall = { to: Address | null; value: bigint; data: Hex; operation?: 1 }

/**
 * One thing the signature allows, by what it does, not by what it is called. `protocol` names the known type
 * (`EIP-2612`, `Permit2 PermitBatch`, `Seaport 1.6`, `Safe 1.4.1`); null when told by structure alone.
 * `verifier` is the contract that would accept the signature; null when the message names none.
 */
export type SignedIntent = { protocol: string | null; verifier: Address | null } & (
  | {
      /** Somebody may take tokens later: EIP-2612, DAI, Permit2 single and batch. */
      kind: 'allowance'
      standard: 'erc20' | 'erc721' | 'permit2'
      token: Address
      tokenId: bigint | null
      owner: Address
      spender: Address
      /** 2^256-1 for DAI's `allowed: true`. */
      amount: bigint
      unlimited: boolean
      /** Until when the permission lasts once given; null for ever. */
      expiration: bigint | null
      /** Until when the signature may be used. */
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
      /** Who alone may use it; null for anybody. */
      spender: Address | null
      deadline: bigint | null
      /** Permit2 witness: type and members, so that an order is not taken for a gift. */
      witness: { type: string; parameters: { name: string; type: string; value: string }[] } | null
    }
  | {
      /** What leaves for what comes, at the worst price the order allows. */
      kind: 'order'
      offerer: Address
      gives: OrderAsset[]
      /** What whoever fills it pays: the offerer's only where `to` is the offerer. */
      gets: OrderAsset[]
      /** The account whose approvals are used to take what is given (conduit, proxy, vault). */
      puller: Address | null
      /** Null: anybody may fill it. */
      taker: Address | null
      start: bigint | null
      end: bigint | null
      /** A root of many orders is signed: what is shown is only one of them. */
      bulk: number | null
      /** Place of the order in its tree, where empty ones do not count. */
      leaf?: number
      /** Orders of the tree that are of other kinds than all those that are shown. */
      notShown?: number
    }
  | {
      /** An account runs these calls with this signature: Safe, ERC-4337 user operation, forwarder, session or delegated execution. */
      kind: 'execution'
      account: Address
      calls: SignedCall[]
      deadline: bigint | null
      /** Paid out of the account to whoever submits it (Safe refund): null when nothing is. */
      refund: { token: Address | null; receiver: Address | null; gasPrice: bigint; baseGas: bigint } | null
      /** The whole operation, where that is what is signed and its entry point is known: factory, fees and paymaster too. */
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
      /** What bounds it, in its own words. */
      limits: string[]
      /** Whether what it may cost is bounded; null where nobody can tell. */
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
      domain: string
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
      /** A transaction of the signer, signed through a message method: RLP in bytes or text, or its hash. */
      kind: 'hidden-transaction'
      transaction: Transaction | null
      chainId: bigint | null
    }
  | {
      /** Whatever hashes to it. */
      kind: 'blind'
      hash: Hex
    }
  | {
      /** A type nobody knows: what its structure names. `moves` are members that read like amounts of an asset for somebody. */
      kind: 'unknown'
      addresses: { path: string; address: Address }[]
      moves: { token: Address | null; amount: bigint; path: string }[]
      deadline: bigint | null
    }
)
