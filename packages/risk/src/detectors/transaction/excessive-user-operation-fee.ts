import { defineDetector } from '../../engine/detector.ts'
import { formatAmount } from '../../wording/assetNames.ts'

/** Real bundlers ask for 40,000 to 200,000; on rollups, which charge for data in it, for up to some millions. */
const MAX_GAS = 5_000_000n
/** Least fee worth mentioning, in wei. */
const MIN_FEE = 10n ** 16n

export default defineDetector({
  id: 'excessive-user-operation-fee',
  title: 'Excessive user operation fee',
  why: 'The account pays `preVerificationGas` in full to the bundler that submits the operation, however little gas it uses (ERC-4337). A site that sets this value and submits the operation itself takes the account’s coins as a fee, and no balance change shows it.',
  advice: 'Reject the operation, and let the wallet estimate the gas.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  needs: ['transaction', 'block'],
  detect: ({ transaction: { userOperation }, block }) => {
    if (!userOperation) return 'not-applicable'
    const { preVerificationGas, maxFeePerGas, maxPriorityFeePerGas, paymaster } = userOperation
    if (paymaster !== null || preVerificationGas === null || maxFeePerGas === null) return []
    const price = least(maxFeePerGas, block.baseFeePerGas + (maxPriorityFeePerGas ?? maxFeePerGas))
    const fee = preVerificationGas * price
    if (preVerificationGas <= MAX_GAS || fee < MIN_FEE) return []
    return [
      {
        description: `The bundler that submits the operation takes about ${formatAmount(fee, 18)} coins as a fixed fee, however little gas it uses.`,
        evidence: { preVerificationGas: String(preVerificationGas), gasPrice: String(price), fee: String(fee) },
      },
    ]
  },
})

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
