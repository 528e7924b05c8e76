import type { Address, Hex } from './facts.ts'

// What executing a transaction on the forked EVM shows.

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

/** What one call of a bundle came to; `success` is null when an earlier failure kept it from running. */
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
  /** The sender's balance did not cover value and fees, so the run was repeated with it topped up. */
  toppedUp: boolean
  /** Wei the sender lacked for value and fees; null or absent when it could pay. */
  shortfall?: bigint | null
  /** The call tree exceeded the byte cap: balances come from the state diff, logs are unknown. */
  truncated: boolean
  /** Of a past transaction whose state nobody keeps: what moved is what logs claim, and coins moved inside are unknown. */
  byLogsAlone?: true
  /** Address of the created contract for a creation. */
  created: Address | null
  /** Of a bundle or user operation, in order; null where the call tree was over its cap. */
  calls?: CallResult[] | null
  /** Of a user operation that came with a signature: what the entry point itself made of it. */
  operation?: OperationOutcome
  /** Of a user operation with a paymaster: what came of its validation and of what it does afterwards. */
  paymaster?: PaymasterOutcome
  /** One line per further environment the transaction was run in. */
  environments: SimulationEnvironment[]
  /** What was not run. Absent when environments were not asked for. */
  environmentsLeftOut?: LeftOutEnvironment[]
  /** Branches by builder fields in the code that ran. Absent when environments were not asked for or the code is unknown. */
  environmentBranches?: EnvironmentBranch[]
}

/** ERC-4337: `handleOps` with the operation as it is. */
export type OperationOutcome = {
  /** Signature, nonce and prepayment are in order: the account was called. */
  accepted: boolean
  /** The entry point's own word for refusing, e.g. `AA21 didn't pay prefund`, cleaned; null when accepted. */
  refusal: string | null
  /** The account did what it was called for. */
  success: boolean
  /** Wei that were paid for gas, and by whom: the account or its paymaster. Null when refused. */
  fee: bigint | null
  payer: Address | null
  /** Tokens of the account that went besides what it was called for, in base units: what a paymaster charged. */
  charged: { token: Address; amount: bigint }[]
}

/** ERC-4337: the paymaster's `validatePaymasterUserOp` and `postOp`, called as the entry point calls them. */
export type PaymasterOutcome = {
  /** Why it does not pay, cleaned; null when it does. What it takes is then in the call tree. */
  refusal: string | null
  /** Whether what it does is part of the execution. */
  executed: boolean
  /** Wei that the operation costs about: what the paymaster is told afterwards. */
  cost: bigint
}

/** One further run under other circumstances, and whether its outcome differed from the main run's. */
export type SimulationEnvironment = {
  name: string
  /**
   * `builder`: the same moment as another block builder would have it; `sender`: the sender otherwise well off; `gas`:
   * another gas limit; `mined`: values that the code on the path compares with; `later`: another time.
   */
  kind: 'builder' | 'sender' | 'gas' | 'mined' | 'later'
  /** EVM opcodes that read something else in this run and that code on the path has, e.g. COINBASE. */
  varies: string[]
  success: boolean
  gasUsed: bigint
  /** Same transfers, approvals and success as the main run; null when the run could not be made. */
  sameOutcome: boolean | null
  /** Takes or permits more of the sender's assets than the main run, or gives less for them. */
  worse: boolean
  /** The other way round: the main run takes more than this one. Left out: false. */
  better?: boolean
  /** The worse of the two runs takes or permits what the other leaves alone. Left out: false. */
  newLoss?: boolean
}
/** An environment that was not run, and why that loses nothing. */
export type LeftOutEnvironment = { name: string; reason: 'nothing-reads-it' | 'same-as-main' }

/** A branch of code that ran, by something that a block builder chooses. */
export type EnvironmentBranch = {
  contract: Address
  /** EVM opcodes that the condition is computed from. */
  opcodes: string[]
  /** Values were derived from the condition, and the transaction was run with them. */
  tried: boolean
}
