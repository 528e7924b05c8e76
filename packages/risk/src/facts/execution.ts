import type { Address, Hex } from '../address.ts'

// Result of executing a transaction on the forked EVM.

/** One EVM log, addresses and topics lower case. */
export type Log = {
  address: Address
  topics: Hex[]
  data: Hex
  /** Emission order within the whole transaction. */
  index?: number
}

/** One frame of the call tree. `logs` in emission order within the frame. */
export type CallFrame = {
  type: 'CALL' | 'STATICCALL' | 'DELEGATECALL' | 'CALLCODE' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT'
  from: Address
  to: Address | null
  value: bigint
  gas: bigint
  gasUsed: bigint
  input: Hex
  output: Hex | null
  error: string | null
  revertReason: string | null
  logs: Log[]
  calls: CallFrame[]
}

/** State changed by the execution: only what differs. Absent post slots were set to zero. */
export type StateDiff = Record<
  Address,
  {
    balance?: { before: bigint; after: bigint }
    nonce?: { before: bigint; after: bigint }
    code?: { before: Hex; after: Hex }
    storage: Record<Hex, { before: Hex; after: Hex }>
  }
>

/** Result of one call of a bundle; `success` is null when an earlier failure kept it from running. */
export type CallResult = { to: Address | null; success: boolean | null; gasUsed: bigint; revertReason: string | null }

/** Result of really executing the transaction on the forked EVM. A revert is a result, not an error. */
export type Simulation = {
  success: boolean
  /** `reverted`: REVERT opcode. `halted`: out of gas, invalid opcode and the like. `rejected`: could not be included (funds, nonce, fees). */
  outcome: 'succeeded' | 'reverted' | 'halted' | 'rejected'
  gasUsed: bigint
  gasLimit: bigint
  /** Decoded, cleaned reason of a failure; null on success. */
  revertReason: string | null
  output: Hex
  /** Root of the call tree; null when the tree was over the cap (`truncated`). */
  trace: CallFrame | null
  stateDiff: StateDiff
  /** The sender's balance did not cover value and fees, so the run was repeated with a larger balance. */
  toppedUp: boolean
  /** Wei the sender lacked for value and fees; null or absent when it could pay. */
  shortfall?: bigint | null
  /** The call tree exceeded the byte cap: balances come from the state diff, logs are unknown. */
  truncated: boolean
  /** A past transaction without available state: movements are those of its logs, and inner coin payments are unknown. */
  byLogsAlone?: true
  /** Address of the created contract for a creation. */
  created: Address | null
  /** Of a bundle or user operation, in order; null where the call tree was over its cap. */
  calls?: CallResult[] | null
  /** For a user operation with a signature: its result through the entry point itself. */
  operation?: OperationOutcome
  /** For a user operation with a paymaster: the results of its validation and of `postOp`. */
  paymaster?: PaymasterOutcome
  /** One line per further environment the transaction was run in. */
  environments: SimulationEnvironment[]
  /** Events of the main run and of the further runs. Absent when environments were not asked for. */
  runEvents?: RunEvents
  /** Environments that were not run. Absent when environments were not asked for. */
  environmentsLeftOut?: LeftOutEnvironment[]
  /** Branches by builder fields in the code that ran. Absent when environments were not asked for or the code is unknown. */
  environmentBranches?: EnvironmentBranch[]
}

/** ERC-4337: `handleOps` with the operation as it is. */
export type OperationOutcome = {
  /** Signature, nonce and prepayment are valid: the account was called. */
  accepted: boolean
  /** The entry point's own reason for refusing, e.g. `AA21 didn't pay prefund`, cleaned; null when accepted. */
  refusal: string | null
  /** The account's call succeeded. */
  success: boolean
  /** Wei paid for gas, and the payer: the account or its paymaster. Null when refused. */
  fee: bigint | null
  payer: Address | null
  /** Tokens that left the account beyond its own call, in base units: the charge of a paymaster. */
  charged: { token: Address; amount: bigint }[]
}

/** ERC-4337: the paymaster's `validatePaymasterUserOp` and `postOp`, called as the entry point calls them. */
export type PaymasterOutcome = {
  /** Reason why it does not pay, cleaned; null when it pays. Its own calls are then in the call tree. */
  refusal: string | null
  /** Whether its calls are part of the execution. */
  executed: boolean
  /** Estimated cost of the operation in wei: the amount that the paymaster gets in `postOp`. */
  cost: bigint
}

/** One further run in another environment, and whether its outcome differed from the main run's. */
export type SimulationEnvironment = {
  name: string
  /**
   * `builder`: the same moment as another block builder would have it; `sender`: the sender otherwise well off; `gas`:
   * another gas limit; `mined`: values that the code on the path compares with; `later`: another time.
   */
  kind: 'builder' | 'sender' | 'gas' | 'mined' | 'later'
  /** EVM opcodes that return another value in this run and occur in the code on the path, e.g. COINBASE. */
  varies: string[]
  success: boolean
  gasUsed: bigint
  /** Same transfers, approvals and success as the main run; null when the run could not be made. */
  sameOutcome: boolean | null
  /** Takes or permits more of the sender's assets than the main run, or gives less for them. */
  worse: boolean
  /** The reverse: the main run takes more than this one. Absent: false. */
  better?: boolean
  /** The worse of the two runs takes or permits assets that the other leaves alone. Absent: false. */
  newLoss?: boolean
}

/** Events that move holdings or permissions; coins are transfers of `COIN_EVENTS`. Null: the run could not be made, or not be read. */
export type RunEvents = { main: Log[] | null; others: { name: string; success: boolean; events: Log[] | null }[] }

/** Logs every transfer of coins as the `Transfer` of a token from Amsterdam on (EIP-7708). It is no token: its logs are left out. */
export const COIN_LOGS: Address = '0xfffffffffffffffffffffffffffffffffffffffe'

/** Address under which transfers of the native coin are logged. */
export const COIN_EVENTS: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** An environment that was not run, and the reason why it adds nothing. */
export type LeftOutEnvironment = { name: string; reason: 'nothing-reads-it' | 'same-as-main' }

/** A branch in executed code that depends on a value chosen by the block builder. */
export type EnvironmentBranch = {
  contract: Address
  /** EVM opcodes that the condition is computed from. */
  opcodes: string[]
  /** Values were derived from the condition, and the transaction was run with them. */
  tried: boolean
}
