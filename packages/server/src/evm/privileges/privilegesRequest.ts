import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount, ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import type { Address, Hex, PinnedBlock } from '@redoubt/risk/facts.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import type { TradeContext } from '../trade/tradeContext.ts'

/** `analyse`: what runtime code shows by itself, of any contract that has a say; null when it cannot be told. */
export type PrivilegesSources = {
  chain: ChainSource
  simulator: Simulator
  analyse(address: Address, code: Hex, signal: AbortSignal): Promise<Bytecode | null>
}

/** The contract whose owners are looked for. Addresses in lower case. */
export type PrivilegesRequest = {
  block: PinnedBlock
  address: Address
  /** Of the code that runs: the contract's own, or its implementation's. */
  bytecode: Bytecode
  proxy: ProxyFact | null
  /** Where it is traded; null when it is no token, or nowhere. */
  trade: TradeContext | null
  /** Who might know a way in though nothing points to them: the creator. */
  suspects: readonly Address[]
  /** The transaction that made it; null: unknown. */
  creation: Hex | null
}

/** What was spent, in sequences executed, and what was left out for it. */
export type PrivilegesBudget = { runs: number; most: number; cut: string[] }

/** Labels of the privileged accounts are the caller's to add. */
export type Privileges = {
  privileged: PrivilegedAccount[]
  switches: OwnerSwitch[]
  capabilities: Capability[]
  budget: PrivilegesBudget
  /** Why the engine gave up before the end; null: it did not. */
  failure: Error | null
}
