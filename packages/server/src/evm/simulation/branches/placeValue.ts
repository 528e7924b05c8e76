import type { Address } from '@redoubt/risk/address.ts'
import { MULTICALL3 } from '../../rpc/multicall3.ts'
import { gasCeiling, maxForBlobs } from '../admission.ts'
import { feeMembers, fittingFees } from '../engine/engineTransaction.ts'
import { hardforkAt } from '../engine/hardfork.ts'
import { laterBlock } from '../engine/nextBlock.ts'
import { OTHER_BUILDER } from '../environments/otherCoinbases.ts'
import { type PreparedRun, topUp } from '../prepareRun.ts'
import type { Leaf } from './leaf.ts'

/** Gas a contract has used by the time it looks, at most: the transaction's own cost and a little code. */
const BEFORE = 60_000n
/** A call hands on 63 of 64 parts of the gas; a few calls deep. */
const PASSED_ON = { of: 60n, to: 64n }

/** The same run where the environment has this value; null where no block could. */
export function placeValue(
  run: PreparedRun,
  leaf: Leaf,
  value: bigint,
  { gasUsed, gasCap }: { gasUsed: bigint; gasCap: bigint },
): PreparedRun | null {
  const { next, source, fees } = run
  const ceiling = gasCeiling(run.block, hardforkAt(run.block.chain, next.number, next.timestamp), gasCap)
  switch (leaf) {
    case 'COINBASE':
      return { ...run, next: { ...next, coinbase: addressOf(value) } }
    case 'COINBASE.code':
      return { ...run, next: { ...next, coinbase: value === 0n ? OTHER_BUILDER : MULTICALL3 } }
    case 'PREVRANDAO':
      return { ...run, next: { ...next, prevRandao: `0x${value.toString(16).padStart(64, '0')}` } }
    case 'GASLIMIT':
      return value < gasUsed * 2n ? null : limited({ ...run, next: { ...next, gasLimit: value } }, value)
    case 'TIMESTAMP':
      return { ...run, next: laterBlock(run.block.chain, next, value - next.timestamp) }
    case 'NUMBER':
      return { ...run, next: { ...next, number: value } }
    case 'BASEFEE':
      return priced({ ...run, next: { ...next, baseFeePerGas: value } }, value + (fees.tip ?? 0n))
    case 'GASPRICE':
      return priced(
        { ...run, next: { ...next, baseFeePerGas: value < next.baseFeePerGas ? value : next.baseFeePerGas } },
        value,
      )
    case 'GAS': {
      const enough = (value * PASSED_ON.to) / PASSED_ON.of + BEFORE
      const gasLimit = value > (gasUsed * 3n) / 2n && value < run.gasLimit / 2n ? value : enough
      return gasLimit > ceiling || gasLimit === run.gasLimit ? null : topUp(run, run.shortfall ?? 0n, gasLimit)
    }
    case 'COINBASE.balance':
      return balance(run, next.coinbase, value)
    case 'SENDER.balance':
      return balance(run, source.from, value + source.value + run.gasLimit * priceOf(run))
    default:
      return null
  }
}

/** A block's gas limit bounds the transaction's. */
function limited(run: PreparedRun, most: bigint): PreparedRun {
  if (run.gasLimit <= most) return run
  return { ...run, gasLimit: most, transaction: { ...run.transaction, gas: `0x${most.toString(16)}` } }
}

/** At exactly this price per gas, which the sender can pay. */
function priced(run: PreparedRun, price: bigint): PreparedRun {
  const { maxFeePerGas: _cap, maxPriorityFeePerGas: _tip, gasPrice: _price, ...rest } = run.transaction
  const fees = fittingFees(run.source, { cap: price, tip: null })
  const known = run.stateOverrides[run.source.from]?.balance ?? run.sender.balance
  const needed = run.source.value + maxForBlobs(run.source) + run.gasLimit * price
  const made = { ...run, fees, transaction: { ...rest, ...feeMembers(fees) } }
  return known >= needed ? made : balance(made, run.source.from, needed)
}

function priceOf({ fees, next }: PreparedRun): bigint {
  const offered = fees.tip === null ? fees.cap : next.baseFeePerGas + fees.tip
  return offered < fees.cap ? offered : fees.cap
}

function balance(run: PreparedRun, address: Address, amount: bigint): PreparedRun {
  return {
    ...run,
    stateOverrides: { ...run.stateOverrides, [address]: { ...run.stateOverrides[address], balance: amount } },
  }
}

function addressOf(value: bigint): Address {
  return `0x${value.toString(16).padStart(40, '0')}`
}
