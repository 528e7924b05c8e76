import { NATIVE_SYMBOLS } from '../../chain.ts'
import { defineDetector } from '../../engine/detector.ts'
import { formatAmount } from '../../wording/assetNames.ts'

/** Times the base fee that the highest price must exceed, and the least worth mentioning, in wei of fee. */
const TIMES_BASE_FEE = 20n
const MIN_FEE = 10n ** 16n

export default defineDetector({
  id: 'excessive-gas-price',
  title: 'Excessive gas price',
  why: 'The offered gas price is many times the block’s base fee. Mistyped fees have cost senders millions, and the block builder keeps them.',
  advice: 'Let the wallet set the gas price.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'medium',
  needs: ['transaction', 'block', 'simulation'],
  detect: ({ transaction, block, simulation }) => {
    const { gasPrice, maxFeePerGas, maxPriorityFeePerGas = 0n } = transaction
    if (gasPrice === undefined && maxFeePerGas === undefined) return 'not-applicable'
    // EIP-1559: the base fee plus the tip is paid, not the maximum.
    const tipped = block.baseFeePerGas + maxPriorityFeePerGas
    const price = gasPrice ?? (maxFeePerGas !== undefined && maxFeePerGas < tipped ? maxFeePerGas : tipped)
    const fee = price * simulation.gasUsed
    if (fee < MIN_FEE || price < block.baseFeePerGas * TIMES_BASE_FEE) return []
    return [
      {
        description: `The network fee would be about ${formatAmount(fee, 18)} ${NATIVE_SYMBOLS[block.chain]}, ${formatAmount(price / (block.baseFeePerGas || 1n), 0)} times the current gas price.`,
        evidence: { gasPrice: String(price), baseFeePerGas: String(block.baseFeePerGas), fee: String(fee) },
      },
    ]
  },
})
