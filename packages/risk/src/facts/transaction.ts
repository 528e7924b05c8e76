import type { Address, Hex } from '../address.ts'

// A transaction before it is sent, as the caller spells it. Amounts in wei.

/** One entry of an EIP-2930 access list. */
export type AccessListEntry = { address: Address; storageKeys: Hex[] }

/** One EIP-7702 authorisation as a wallet passes it (signature optional: a wallet asks before it signs). */
export type Authorization = {
  chainId: number
  address: Address
  nonce: bigint
  yParity?: number
  r?: Hex
  s?: Hex
  /** Authority that signed it; absent when unsigned, and then the sender is asked to sign. */
  authority?: Address
}

/** One call of a bundle. `to` is null for a contract creation. */
export type BundleCall = { to: Address | null; value: bigint; data: Hex }

/** An ERC-4337 user operation, whatever the version of its entry point. Absent members are null. */
export type UserOperation = {
  entryPoint: Address
  sender: Address
  nonce: bigint
  /** Makes the account if it does not exist yet. */
  factory: Address | null
  factoryData: Hex
  callData: Hex
  /** Null where a dApp leaves them to the wallet. */
  callGasLimit: bigint | null
  verificationGasLimit: bigint | null
  preVerificationGas: bigint | null
  maxFeePerGas: bigint | null
  maxPriorityFeePerGas: bigint | null
  /** Pays the network in the account's place. */
  paymaster: Address | null
  paymasterAndData: Hex
  /** As sent, where no factory makes the account but something stands in its place. */
  initCode?: Hex
  /** Absent when the wallet has not signed; it may also be a dummy that stands for one. */
  signature?: Hex
}

/** The transaction under judgement. Amounts in wei. `to` is null for a contract creation. */
export type Transaction = {
  from: Address
  to: Address | null
  value: bigint
  data: Hex
  gas?: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  nonce?: bigint
  accessList?: AccessListEntry[]
  authorizationList?: Authorization[]
  /** EIP-4844: present on a blob transaction, also when it names none. */
  blobVersionedHashes?: Hex[]
  maxFeePerBlobGas?: bigint
  /**
   * EIP-5792: what the account does one after the other, judged as one. `to` is then the callee trusted least, `value`
   * the sum, `data` all call data joined.
   */
  calls?: BundleCall[]
  /** Of `calls`: all of them or none. */
  atomic?: boolean
  /** ERC-4337: `from` and `to` are the account, `data` what the entry point calls it with. */
  userOperation?: UserOperation
}

/** How the caller spelled an address and whether a mixed-case spelling fails its EIP-55 checksum. */
export type AddressSpelling = {
  /** Where in the body it stands. */
  member: 'from' | 'to' | 'address' | 'entryPoint' | `calls[${number}].to`
  spelled: string
  checksummed: string
  checksumFailed: boolean
}
