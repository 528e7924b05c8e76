import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { DepositTrial } from '@redoubt/risk/facts/deposit.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { countersIn } from '../claims/calls/claimValues.ts'
import { exitCalls, exitFunctions, idsOf } from '../claims/calls/exitCalls.ts'
import { LATER } from '../claims/exits/exitSchedule.ts'
import { emittedLogs, transfersOf } from '../decode/emittedLogs.ts'
import { overridesOf } from '../decode/readState.ts'
import type { CallOutcome, Sequence, Simulator, StateOverrides } from '../simulation/simulator.ts'
import { words } from '../trade/trader.ts'

type Asked = { block: PinnedBlock; address: Address; functions: readonly ContractFunction[] }

/** Functions that are tried, ways to call each, and accounts that got the payment. */
const MAX_FUNCTIONS = 8
const MAX_WAYS = 8
const MAX_RECEIVERS = 3
const GAS = 2_000_000n
const COIN = 10n ** 18n
const MAX_UINT = 2n ** 256n - 1n
const APPROVE = '0x095ea7b3'
/** Selector of transferFrom(address,address,uint256). */
const PULL = '0x23b872dd'

/**
 * Returns the functions that take tokens of the payer once more, and pay the payer nothing, although those who got the payment approved the contract: a
 * subscription's next month. They are called as the payer, at once and up to 400 days later, each on its own. A function that was refused is not among them.
 * @throws when it cannot be executed.
 */
export async function takesAgain(
  simulator: Pick<Simulator, 'simulateSequences'>,
  { block, address, functions }: Asked,
  { transaction, simulation }: Pick<DepositTrial, 'transaction' | 'simulation'>,
  signal: AbortSignal,
): Promise<Hex[]> {
  const payer = transaction.from
  const paid = transfersOf(emittedLogs(simulation.trace)).filter(
    ({ standard, from, to }) => standard === 'erc20' && from === payer && to !== payer && to !== address,
  )
  const [first] = paid
  if (first === undefined) return []
  const { token } = first
  const asked = exitFunctions(functions)
    .filter(({ gated, asks, selector }) => !gated && asks.includes(PULL) && !transaction.data.startsWith(selector))
    .slice(0, MAX_FUNCTIONS)
  if (asked.length === 0) return []
  const receivers = [...new Set(paid.flatMap((one) => (one.token === token ? [one.to] : [])))].slice(0, MAX_RECEIVERS)
  const amounts = [...new Set(paid.map(({ amount }) => amount))]
  const ids = [...idsOf(simulation.trace, [address]), ...countersIn(simulation.stateDiff, [address])]
  const values = { account: payer, contracts: [token, address], amounts, ids, called: null }
  const approvals = [payer, ...receivers].map(
    (from): Transaction => ({ from, to: token, value: 0n, data: words(APPROVE, address, MAX_UINT), gas: GAS }),
  )
  const stateOverrides: StateOverrides = { ...overridesOf(simulation.stateDiff) }
  for (const one of [payer, ...receivers]) stateOverrides[one] = { ...stateOverrides[one], balance: 100n * COIN }
  const sequences = asked.map((made): Sequence => {
    const calls = exitCalls(made, values)
      .slice(0, MAX_WAYS)
      .map((data): Transaction => ({ from: payer, to: address, value: 0n, data, gas: GAS }))
    return {
      stateOverrides,
      blocks: [{ calls: [...approvals, ...calls] }, ...LATER.map((seconds) => ({ calls, seconds }))],
    }
  })
  const outcomes = await simulator.simulateSequences({ block, sequences, transfers: true, signal })
  return asked.flatMap(({ selector }, index) => (takesOnly(outcomes[index] ?? [], payer) ? [selector] : []))
}

/** Whether some call took tokens of the account, and none brought it tokens or coins. */
function takesOnly(outcomes: readonly CallOutcome[], account: Address): boolean {
  const moved = outcomes
    .filter(({ success }) => success)
    .flatMap(({ logs }) => transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))))
  const isPaid = moved.some(({ from, to, amount }) => to === account && from !== account && amount > 0n)
  return !isPaid && moved.some(({ from, to, amount }) => from === account && to !== account && amount > 0n)
}
