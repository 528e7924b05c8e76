import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { exitCalls, exitFunctions, isExitName } from '../claims/calls/exitCalls.ts'
import type { Entry, EntryCall, Payment } from './entryCall.ts'

/** Functions that are tried, and ways to call each of them with one asset. */
const MAX_FUNCTIONS = 12
const MAX_WAYS = 3
/** Selector of transferFrom(address,address,uint256). */
const PULL = '0x23b872dd'
/** Functions whose name says that the caller pays in. */
const ENTRIES =
  /^_?(stake|deposit|lock|supply|invest|bond|provide|restake|farm|save|enter|join|contribute|pledge|fund|open|create|put|add|bid|buy|play|place|mint|wrap|pay)/i

type Asked = {
  address: Address
  account: Address
  /** Wei that is paid with a payable function. */
  coins: bigint
  tokens: readonly Payment[]
}

/** Makes up calls of the functions that may take coins or tokens of any caller, those named like it first. */
export function plannedEntries(functions: readonly ContractFunction[], asked: Asked): Entry[] {
  const open = exitFunctions(functions).filter(({ gated, signature }) => !gated && !isExitName(signature))
  const rank = ({ signature, mutability, asks }: ContractFunction) =>
    (signature !== null && ENTRIES.test(signature) ? 0 : 2) + (mutability === 'payable' || asks.includes(PULL) ? 0 : 1)
  const likely = open.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FUNCTIONS)
  const ofFunctions = likely.map((made) => ({ repeated: false, ways: waysOf(made, asked) }))
  const plain = { from: asked.account, value: asked.coins, data: '0x' as Hex, tokens: [] }
  return [...ofFunctions, { repeated: false, ways: [plain] }].filter(({ ways }) => ways.length > 0)
}

function waysOf(made: ContractFunction, { address, account, coins, tokens }: Asked): EntryCall[] {
  const callsWith = (amounts: readonly bigint[], contracts: readonly Address[]) =>
    exitCalls(made, { account, contracts, amounts, ids: [], called: null }).slice(0, MAX_WAYS)
  // The coins are the sum: a number beside them counts months, tickets or items, or says the sum again.
  if (made.mutability === 'payable')
    return callsWith([1n, coins], [address]).map((data) => ({ from: account, value: coins, data, tokens: [] }))
  // Without arguments nothing says how much: a price that the contract names.
  return tokens.flatMap((payment) =>
    callsWith([payment.amount], [payment.token, address]).map((data) => ({
      from: account,
      value: 0n,
      data,
      tokens: [payment],
    })),
  )
}
