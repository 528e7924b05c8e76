import type { Address, Hex } from '../address.ts'
import { CHAIN_IDS, type Chain } from '../chain.ts'
import type { Account } from '../facts/account.ts'
import type { Simulation } from '../facts/execution.ts'
import type { Transaction } from '../facts/transaction.ts'
import { delegateIn } from './replacedCode.ts'

type Known = {
  transaction: Pick<Transaction, 'from' | 'authorizationList'>
  /** Null: not executed. */
  simulation: Pick<Simulation, 'stateDiff'> | null
  chain: Chain
}

/**
 * Returns the account with the code that it has once the transaction took effect: a transaction may create a contract, and set or end the
 * delegation of an account (EIP-7702), before it calls, pays or approves that account. The execution shows it; without one, the
 * authorisations do. The account itself where its code stays.
 */
export function accountAfter(account: Account, known: Known): Account {
  const code = codeAfter(account.address, known)
  if (code === undefined) return account
  // A contract that destroys itself ran before that.
  if (code === '0x') return account.class === 'delegated-eoa' ? { ...account, ...NO_CODE } : account
  const delegate = delegateIn(code)
  const codeSize = (code.length - 2) / 2
  if (delegate !== null) return { ...account, class: 'delegated-eoa', codeSize, codeHash: null, delegate }
  if (account.class !== 'eoa') return account
  return { ...account, class: 'contract', codeSize, codeHash: null, deployedRecently: true }
}

const NO_CODE = { class: 'eoa', codeSize: 0, codeHash: null, delegate: null } as const

/** Undefined: as before. */
function codeAfter(address: Address, { transaction, simulation, chain }: Known): Hex | undefined {
  if (simulation !== null) return simulation.stateDiff[address]?.code?.after
  const last = (transaction.authorizationList ?? []).findLast(
    ({ authority = transaction.from, chainId }) =>
      authority === address && (chainId === 0 || chainId === CHAIN_IDS[chain]),
  )
  if (last === undefined) return undefined
  return BigInt(last.address) === 0n ? '0x' : `0xef0100${last.address.slice(2).toLowerCase()}`
}
