import type { Address, Hex } from '../address.ts'

// The message as it was given.

/** How a wallet is asked to sign. `eth_sign` signs whatever hash it is given. */
export type SigningMethod =
  | 'personal_sign'
  | 'eth_sign'
  | 'eth_signTypedData'
  | 'eth_signTypedData_v3'
  | 'eth_signTypedData_v4'

/** An EIP-712 domain as given: absent members are null. `chainId` null binds the signature to no network. */
export type TypedDataDomain = {
  name: string | null
  version: string | null
  chainId: bigint | null
  verifyingContract: Address | null
  salt: Hex | null
}

/** The message as it was given, parsed and bounded. Text is cleaned; bytes are not. */
export type MessageForm =
  | { type: 'text'; text: string; bytes: Hex }
  /** Bytes that are no text. */
  | { type: 'bytes'; bytes: Hex }
  /** 32 bytes that are, or could be, the hash of a transaction or message. */
  | { type: 'hash'; hash: Hex }
  | {
      type: 'typed-data'
      domain: TypedDataDomain
      primaryType: string
      /** `Permit(address owner,address spender,…)` with the types it refers to, as EIP-712 encodes it. */
      encodedType: string
      /** Every member, depth first, for people: `permitted.amount`. */
      parameters: { name: string; type: string; value: string }[]
      /** The same, as it is signed: what the parameters leave out for their bounds is here. */
      struct: TypedStruct
      /** Paths of members that a wallet may show although no type declares them: they are not signed. */
      undeclared: string[]
      /** The EIP-712 digest; null when the method does not encode such data (arrays in version 3). */
      digest: Hex | null
      /** What the digest is made of (EIP-712); null where there is no such digest. `message` null: the domain alone is signed. */
      hashes: { domain: Hex; message: Hex | null } | null
    }

/**
 * One value of typed data: integers bigint, addresses and bytes lower-case hex, text as given (a stranger wrote it).
 * Null ends a struct that contains itself.
 */
export type TypedValue = boolean | bigint | string | null | TypedStruct | TypedValue[]

/** A struct of typed data with its members in the order of its type. */
export type TypedStruct = { type: string; members: { name: string; type: string; value: TypedValue }[] }

/** The message under judgement. `account` is who is asked to sign. */
export type SignedMessage = { account: Address; method: SigningMethod; form: MessageForm }
