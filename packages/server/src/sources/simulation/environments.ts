import { MOST_WEI } from './admission.ts'
import { feeMembers } from './engineTransaction.ts'
import { laterBlock } from './nextBlock.ts'
import { OTHER_BUILDER, ZERO_COINBASE } from './otherCoinbases.ts'
import type { PreparedRun } from './prepareRun.ts'

/** One further run of the same transaction under other circumstances. */
export type Environment = {
  name: string
  /** Opcodes that read something else than in the main run. */
  varies: readonly string[]
  /** In `later` runs amounts may drift a little (interest, auctions) without the outcome being another. */
  kind: 'builder' | 'later'
  apply(run: PreparedRun): PreparedRun
}

const BUILDER = ['COINBASE', 'PREVRANDAO', 'GASLIMIT', 'BASEFEE', 'GASPRICE', 'BALANCE']
const TIME = ['TIMESTAMP', 'NUMBER', 'BLOCKHASH']
const DAY = 86_400n
const MILLION_ETHER = 10n ** 24n

/**
 * Chosen so that each value a contract can test to tell a simulator from the chain differs from the main run at least
 * once: a naive simulator's empty block with a rich sender, another builder's block, and later blocks.
 */
export const ENVIRONMENTS: readonly Environment[] = [
  {
    name: 'naive-simulator',
    varies: [...BUILDER, 'GAS'],
    kind: 'builder',
    apply: (run) => {
      const rich = run.source.value + MILLION_ETHER
      return {
        ...run,
        transaction: { ...withoutFees(run), gasPrice: '0x0', gas: '0x1c9c380' },
        stateOverrides: {
          ...run.stateOverrides,
          [run.source.from]: { ...run.stateOverrides[run.source.from], balance: rich < MOST_WEI ? rich : MOST_WEI },
        },
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
          prevRandao: `0x${'9d'.repeat(32)}`,
          gasLimit: run.next.gasLimit + run.next.gasLimit / 1_024n,
          baseFeePerGas,
        },
      }
    },
  },
  { name: 'a-day-later', varies: TIME, kind: 'later', apply: (run) => afterwards(run, DAY) },
  { name: 'thirty-days-later', varies: TIME, kind: 'later', apply: (run) => afterwards(run, 30n * DAY) },
]

function afterwards(run: PreparedRun, seconds: bigint): PreparedRun {
  return { ...run, next: laterBlock(run.block.chain, run.next, seconds) }
}

function withoutFees(run: PreparedRun): Record<string, unknown> {
  const { maxFeePerGas: _cap, maxPriorityFeePerGas: _tip, ...rest } = run.transaction
  return rest
}
