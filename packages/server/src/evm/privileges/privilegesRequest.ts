import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount, ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'
import type { TradeContext } from '../trade/tradeContext.ts'

/** `analyse`: facts of runtime code, of any contract with privileges; null when unknown. */
export type PrivilegesSources = {
  chain: ChainSource
  simulator: Simulator
  analyse(address: Address, code: Hex, signal: AbortSignal): Promise<Bytecode | null>
}

/** The contract whose privileged accounts are searched. Addresses in lower case. */
export type PrivilegesRequest = {
  block: PinnedBlock
  address: Address
  /** Bytecode that runs: the contract's own, or its implementation's. */
  bytecode: Bytecode
  proxy: ProxyFact | null
  /** Its market; null when it is no token, or has none. */
  trade: TradeContext | null
  /** Accounts that may have access though nothing points to them: the creator. */
  suspects: readonly Address[]
  /** The transaction that created it; null: unknown. */
  creation: Hex | null
  /** What every attempt begins on, where it is not the block's own state: the state after a transaction. */
  state?: StateOverrides
  /** Contracts that an execution of it has asked, wherever it keeps their addresses. */
  asked?: readonly Address[]
  /** The selector by which a depositor withdraws: code that is looked up by selectors may be replaced for it alone. */
  exit?: Hex
  /** Tokens that are known to be deposited, and how many the contract holds in that state. */
  deposited?: readonly { token: Address; held: bigint }[]
  /** Ids and indices that calls are tried with. Absent: the first index. */
  ids?: readonly bigint[]
}

/** Executed sequences, and the parts that the budget cut off. */
export type PrivilegesBudget = { runs: number; max: number; cut: string[] }

/** The caller adds the labels of privileged accounts. */
export type Privileges = {
  privileged: PrivilegedAccount[]
  switches: OwnerSwitch[]
  capabilities: Capability[]
  budget: PrivilegesBudget
  /** Reason why the engine gave up before the end; null: it did not. */
  failure: Error | null
  /** Functions of the contract that refused every caller. */
  refused: readonly ContractFunction[]
}
