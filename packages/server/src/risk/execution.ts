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
  /** Address of the created contract for a creation. */
  created: Address | null
  /** One line per further environment the transaction was run in. */
  environments: SimulationEnvironment[]
}

/** One further run under other block-builder fields, and whether its outcome differed from the main run's. */
export type SimulationEnvironment = {
  name: string
  /** `builder`: the same moment as another block builder would have it; `later`: another time. */
  kind: 'builder' | 'later'
  /** EVM opcodes this run varies, e.g. COINBASE. */
  varies: string[]
  success: boolean
  gasUsed: bigint
  /** Same transfers, approvals and success as the main run; null when the run could not be made. */
  sameOutcome: boolean | null
  /** Takes or permits more of the sender's assets than the main run, or gives less for them. */
  worse: boolean
}
