import type { IntentBounds, operations, TransactionScanRequest } from './api.generated.ts'

/** The query of an operation. */
export type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

/** Wallet libraries hold amounts as bigint; they are sent as decimal text. */
type Amount = string | bigint | null
type SmallAmount = number | string | bigint | null

type Amounts = {
  value?: Amount
  gas?: SmallAmount
  gasLimit?: SmallAmount
  gasPrice?: SmallAmount
  maxFeePerGas?: SmallAmount
  maxPriorityFeePerGas?: SmallAmount
  maxFeePerBlobGas?: SmallAmount
  nonce?: SmallAmount
  chainId?: SmallAmount
}

/** A transaction as viem, ethers, MetaMask or JSON-RPC write it, with the network to judge it on. */
export type TransactionInput = Omit<TransactionScanRequest, keyof Amounts> & Amounts

/** A transaction, and what the person allows it to do. */
export type IntentInput = TransactionInput & { bounds: IntentBounds }
