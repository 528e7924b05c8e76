import type { Hex } from '@redoubt/risk/address.ts'
import type { SimulationEnvironment } from '@redoubt/risk/facts/execution.ts'
import { NETWORKS } from '../../../chains/index.ts'
import { gasCeiling, MAX_WEI } from '../admission.ts'
import { feeMembers } from '../engine/engineTransaction.ts'
import { laterBlock, laterBlocks, rulesOf } from '../engine/hardfork.ts'
import type { FlatOutcome } from '../flatRun.ts'
import { madeUpWord } from '../madeUp.ts'
import { type PreparedRun, topUp } from '../prepareRun.ts'
import { OTHER_BUILDER, ZERO_COINBASE } from './otherCoinbases.ts'

/** One further run of the same transaction under other circumstances. */
export type Environment = {
  name: string
  /** Opcodes that read something else than in the main run. */
  varies: readonly string[]
  /** In `later` runs amounts may drift a little (interest, auctions) without the outcome being another. */
  kind: SimulationEnvironment['kind']
  /** The run to make; null when it would be the main run again. `gasCap`: the most gas that a run may be given. */
  apply(run: PreparedRun, main: FlatOutcome, gasCap: bigint): PreparedRun | null
}

const BUILDER = ['COINBASE', 'PREVRANDAO', 'GASLIMIT', 'BASEFEE', 'GASPRICE', 'BALANCE']
const TIME = ['TIMESTAMP', 'NUMBER', 'SLOTNUM', 'BLOCKHASH']
const DAY = 86_400n
const MILLION_ETHER = 10n ** 24n

/**
 * Chosen so that each value a contract can test to tell a simulator from the chain differs from the main run at least
 * once: a naive simulator's empty block with a rich sender, another builder's block, other randomness alone, another gas
 * limit, a rich sender alone, and later blocks.
 */
export const ENVIRONMENTS: readonly Environment[] = [
  {
    name: 'naive-simulator',
    varies: [...BUILDER, 'GAS'],
    kind: 'builder',
    apply: (run) => {
      const rich = richSender(run)
      return {
        ...rich,
        transaction: { ...withoutFees(run), gasPrice: '0x0', gas: '0x1c9c380' },
        next: {
          ...run.next,
          coinbase: ZERO_COINBASE,
          prevRandao: `0x${'00'.repeat(32)}`,
          baseFeePerGas: 0n,
          gasLimit: 2n ** 53n - 1n,
        },
      }
    },
  },
  {
    name: 'other-builder',
    varies: BUILDER,
    kind: 'builder',
    apply: (run) => {
      // Fees only fall, so that what the sender offered still suffices.
      const baseFeePerGas = (run.next.baseFeePerGas * 7n) / 8n
      const cap =
        run.source.gasPrice === undefined ? baseFeePerGas + (run.fees.cap - run.next.baseFeePerGas) : run.fees.cap
      return {
        ...run,
        transaction:
          run.fees.tip === null ? { ...run.transaction, ...feeMembers({ cap, tip: null }) } : run.transaction,
        next: {
          ...run.next,
          coinbase: OTHER_BUILDER,
          prevRandao: otherRandomness(run, 'other-builder'),
          gasLimit: run.next.gasLimit + run.next.gasLimit / 1_024n,
          baseFeePerGas,
        },
      }
    },
  },
  {
    name: 'other-randomness',
    varies: ['PREVRANDAO'],
    kind: 'builder',
    apply: (run) => ({ ...run, next: { ...run.next, prevRandao: otherRandomness(run, 'other-randomness') } }),
  },
  { name: 'rich-sender', varies: ['BALANCE'], kind: 'sender', apply: richSender },
  { name: 'other-gas-limit', varies: ['GAS'], kind: 'gas', apply: otherGasLimit },
  ...[1n, 2n, 7n].map(
    (blocks): Environment => ({
      name: blocks === 1n ? 'one-block-later' : blocks === 2n ? 'two-blocks-later' : 'seven-blocks-later',
      varies: TIME,
      kind: 'later',
      apply: (run) => ({ ...run, next: laterBlocks(run.block.chain, run.next, blocks) }),
    }),
  ),
  { name: 'a-day-later', varies: TIME, kind: 'later', apply: (run) => afterwards(run, DAY) },
  { name: 'thirty-days-later', varies: TIME, kind: 'later', apply: (run) => afterwards(run, 30n * DAY) },
]

/**
 * Made up, as code would be fair to a value that it can know. On proof of authority the opcode reads the
 * difficulty, 1 or 2 by whose turn it was to make the block.
 */
function otherRandomness({ block, next, source }: PreparedRun, environment: string): Hex {
  if (NETWORKS[block.chain].randomness === 'random')
    return madeUpWord(block, 'randomness', environment, source.to ?? '', source.data)
  return `0x${(BigInt(next.prevRandao) === 1n ? '2' : '1').padStart(64, '0')}`
}

function richSender(run: PreparedRun): PreparedRun {
  const { from, value } = run.source
  const rich = value + MILLION_ETHER
  const balance = rich < MAX_WEI ? rich : MAX_WEI
  return { ...run, stateOverrides: { ...run.stateOverrides, [from]: { ...run.stateOverrides[from], balance } } }
}

/** The most there is where the caller named a limit; what a wallet would estimate where the main run had the most. */
function otherGasLimit(run: PreparedRun, main: FlatOutcome, gasCap: bigint): PreparedRun | null {
  const ceiling = gasCeiling(run.block, rulesOf(run.block, run.next), gasCap)
  const estimated = (main.gasUsed * 3n) / 2n + 50_000n
  const gasLimit = run.source.gas === undefined ? (estimated < ceiling ? estimated : ceiling) : ceiling
  return gasLimit === run.gasLimit ? null : topUp(run, run.shortfall ?? 0n, gasLimit)
}

function afterwards(run: PreparedRun, seconds: bigint): PreparedRun {
  return { ...run, next: laterBlock(run.block.chain, run.next, seconds) }
}

function withoutFees(run: PreparedRun): Record<string, unknown> {
  const { maxFeePerGas: _cap, maxPriorityFeePerGas: _tip, ...rest } = run.transaction
  return rest
}
