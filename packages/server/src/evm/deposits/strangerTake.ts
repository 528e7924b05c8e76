import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { DepositTrial } from '@redoubt/risk/facts/deposit.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { countersIn } from '../claims/calls/claimValues.ts'
import { exitCalls, exitFunctions, idsOf } from '../claims/calls/exitCalls.ts'
import { LATER } from '../claims/exits/exitSchedule.ts'
import { emittedLogs, type Transfer, transfersOf } from '../decode/emittedLogs.ts'
import { overridesOf } from '../decode/readState.ts'
import type { Sequence, Simulator } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/freshAccount.ts'

type Asked = { block: PinnedBlock; address: Address; functions: readonly ContractFunction[] }

/** Arguments of the call that name the payer, and withdrawals that are tried, in as many ways. */
const MAX_NAMED = 3
const MAX_EXITS = 8
const MAX_WAYS = 6
const GAS = 2_000_000n
const COIN = 10n ** 18n
/** Percent of the payment that a stranger must get of it. */
const TAKEN_PERCENT = 50n

/**
 * Makes the payment as a stranger, who names the payer where the call does, and himself elsewhere; then his withdrawals. Returns the
 * function by which he gets the payer's approved tokens; null where he gets none.
 * @throws when it cannot be executed.
 */
export async function strangerTake(
  simulator: Simulator,
  { block, address, functions }: Asked,
  { transaction, simulation, funded }: Omit<DepositTrial, 'strangerTake' | 'takesAgain'>,
  signal: AbortSignal,
): Promise<Hex | null> {
  const payer = transaction.from
  const paid = tokensOf(transfersOf(emittedLogs(simulation.trace)).filter(({ from }) => from === payer))
  const [token, amount] = [...paid][0] ?? []
  if (token === undefined || amount === undefined || transaction.value > 0n) return null
  const stranger = freshAccount(block.hash, address, 'stranger to deposits')
  const entries = asStranger(transaction.data, { payer, stranger })
  if (entries.length === 0) return null
  // The stranger's payment makes what the payer's made: under the same id.
  const ids = [...idsOf(simulation.trace, [address]), ...countersIn(simulation.stateDiff, [address])]
  const values = { account: stranger, contracts: [token, address], amounts: [amount], ids, called: null }
  const exits = exitFunctions(functions)
    .slice(0, MAX_EXITS)
    .flatMap((made) => exitCalls(made, values).slice(0, MAX_WAYS))
  const by = (data: Hex): Transaction => ({ from: stranger, to: address, value: 0n, data, gas: GAS })
  const stateOverrides = { ...overridesOf(funded), [stranger]: { balance: 100n * COIN } }
  const sequences = entries.map((entry): Sequence => {
    const [first, later] = [[entry, ...exits].map(by), exits.map(by)]
    return {
      stateOverrides,
      blocks: [{ calls: first }, ...LATER.slice(0, 4).map((seconds) => ({ calls: later, seconds }))],
    }
  })
  const outcomes = await simulator.simulateSequences({ block, sequences, signal })
  for (const [index, { blocks }] of sequences.entries()) {
    const calls = blocks.flatMap((one) => one.calls)
    let got = 0n
    for (const [at, { success, logs }] of (outcomes[index] ?? []).entries()) {
      // The payer's own tokens must have gone in by the stranger's call.
      if (at === 0 && !success) break
      const moved = transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const })))
      if (at === 0 && !moved.some(({ from }) => from === payer)) break
      got += tokensOf(moved.filter(({ to }) => to === stranger)).get(token) ?? 0n
      if (got * 100n >= amount * TAKEN_PERCENT) return (calls[at]?.data.slice(0, 10) as Hex | undefined) ?? null
    }
  }
  return null
}

/** The call with the payer in one of the arguments that name him, and the stranger in the others. */
function asStranger(data: Hex, { payer, stranger }: { payer: Address; stranger: Address }): Hex[] {
  const args = data.slice(10).match(/.{1,64}/g) ?? []
  const named = args.flatMap((word, at) => (word === payer.slice(2).padStart(64, '0') ? [at] : []))
  return named.slice(0, MAX_NAMED).map((kept): Hex => {
    const changed = args.map((word, at) =>
      named.includes(at) && at !== kept ? stranger.slice(2).padStart(64, '0') : word,
    )
    return `0x${data.slice(2, 10)}${changed.join('')}`
  })
}

function tokensOf(transfers: readonly Transfer[]): Map<Address, bigint> {
  const sums = new Map<Address, bigint>()
  for (const { standard, token, amount } of transfers)
    if (standard === 'erc20') sums.set(token, (sums.get(token) ?? 0n) + amount)
  return sums
}
