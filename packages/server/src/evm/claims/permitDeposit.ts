import type { Address, Hex } from '@redoubt/risk/address.ts'
import { creditOf } from '@redoubt/risk/derive/creditOf.ts'
import type { Loss, Movement } from '@redoubt/risk/derive/shapes.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PermitDeposit } from '@redoubt/risk/facts/claim.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { emittedLogs, transfersOf } from '../decode/emittedLogs.ts'
import type { Sequence } from '../simulation/simulator.ts'
import { mergeSteps } from '../worstCase/runWorstCaseExecutions.ts'
import { exitCalls } from './calls/exitCalls.ts'
import { readPayer } from './calls/readPayer.ts'
import { gatherClaims } from './gatherClaims.ts'
import type { ClaimSources } from './runs/claimRuns.ts'

export type PermitQuestion = {
  owner: Address
  spender: Address
  token: Address
  /** What the permit lets the spender take now, of what is held. */
  amount: bigint
  held: bigint
  /** Gives the permission as the signature does. */
  permission: Transaction
}

const DEPOSIT_NAMES = /^_?(stake|deposit|lock|supply|invest|bond|restake|farm|save|mint)/i
const GAS = 900_000n
const COIN = 10n ** 18n
const MAX_FUNCTIONS = 10
const MAX_WAYS = 4
const MAX_CONTRACTS = 3

/**
 * Uses a permit as its spender's own deposit function does, and executes the withdrawals on the state after it. Null where no function
 * takes the tokens as a deposit: a shop or an exchange.
 * @throws when state or code cannot be read.
 */
export async function permitDeposit(
  sources: ClaimSources,
  block: PinnedBlock,
  question: PermitQuestion,
  signal: AbortSignal,
): Promise<PermitDeposit | null> {
  const { owner, spender, token, amount, held, permission } = question
  const payer = await readPayer(sources, block, spender, signal)
  if (payer === null || amount === 0n) return null
  const entries = entriesOf(payer.functions, question)
  const sequences = entries.map(({ call }): Sequence => {
    const stateOverrides = { [owner]: { balance: 1_000n * COIN }, [permission.from]: { balance: 1_000n * COIN } }
    return { stateOverrides, blocks: [{ calls: [{ ...permission, gas: GAS }, call] }] }
  })
  if (sequences.length === 0) return null
  const outcomes = await sources.simulator.simulateSequences({ block, sequences, signal })
  const isTaken = (to: Address, from: Address, asset: Address) => asset === token && from === owner && to !== owner
  const entry = entries.find((_, index) => {
    const logs = outcomes[index]?.[1]?.success === true ? (outcomes[index]?.[1]?.logs ?? []) : []
    const taken = transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const })))
      .filter((one) => isTaken(one.to, one.from, one.token))
      .reduce((sum, one) => sum + one.amount, 0n)
    return taken * 2n >= amount
  })
  if (entry === undefined) return null
  const steps = await sources.simulator.simulateSteps({ block, transactions: [permission, entry.call], signal })
  if (steps.length < 2 || steps.some(({ success }) => !success)) return null
  const simulation = mergeSteps(steps, owner)
  const transfers = transfersOf(emittedLogs(simulation.trace))
  const taken = transfers.filter((one) => isTaken(one.to, one.from, one.token))
  const takers = [...new Set(taken.map(({ to }) => to))]
  const loss: Loss = {
    ...assetOf(token),
    account: owner,
    amount: taken.reduce((sum, one) => sum + one.amount, 0n),
    before: held,
    how: 'paid',
    takers,
    returned: 'nothing',
  }
  const gained = transfers
    .filter(({ to, standard }) => to === owner && standard === 'erc20')
    .map(
      (one): Movement => ({
        ...assetOf(one.token),
        account: owner,
        amount: one.amount,
        before: null,
        how: 'received',
        takers: [],
      }),
    )
  if (!isDeposit(entry.made, { simulation, loss, gained })) return null
  const contracts = [...new Set([...takers, spender, ...gained.flatMap(({ address }) => address ?? [])])]
  const asked = {
    transaction: entry.call,
    simulation,
    losses: [loss],
    gained,
    contracts: contracts.slice(0, MAX_CONTRACTS),
  }
  const [claim] = await gatherClaims(sources, block, asked, signal)
  const { selector, signature } = entry.made
  return claim === undefined ? null : { spender, token, entry: { selector, signature }, claim }
}

type Entry = { made: ContractFunction; call: Transaction }

/** Ways to call the functions that may take a deposit, those named like it first. */
function entriesOf(functions: readonly ContractFunction[], { owner, spender, token, amount }: PermitQuestion): Entry[] {
  const values = { account: owner, contracts: [token, spender], amounts: [amount], ids: [], called: null }
  return functions
    .filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
    .filter(({ signature }) => signature === null || DEPOSIT_NAMES.test(signature))
    .toSorted((a, b) => Number(a.signature === null) - Number(b.signature === null))
    .slice(0, MAX_FUNCTIONS)
    .flatMap((made) =>
      exitCalls(made, values)
        .slice(0, MAX_WAYS)
        .map((data: Hex) => ({ made, call: { from: owner, to: spender, value: 0n, data, gas: GAS } })),
    )
}

/** A function whose name is not known takes a deposit where a credit or a receipt shows it. */
function isDeposit(
  { signature }: ContractFunction,
  { simulation, loss, gained }: { simulation: Simulation; loss: Loss; gained: readonly Movement[] },
): boolean {
  if (signature !== null) return true
  const isReceipt = gained.some(({ address }) => address !== null && loss.takers.includes(address))
  return isReceipt || creditOf(simulation.stateDiff, loss) >= loss.amount
}

function assetOf(token: Address) {
  return { assetType: 'erc20', address: token, tokenId: null, symbol: null, decimals: null, usd: null } as const
}
