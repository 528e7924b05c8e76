import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { NETWORK_FACTS } from '../../networks.generated.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'blob-transaction',
  title: 'Blob transaction (EIP-4844)',
  why: 'Blobs carry the batches that rollups publish, and their sender pays extra gas for them (EIP-4844). No site has a reason to ask a person to sign one.',
  advice: 'Reject it, unless you run a rollup.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  needs: ['transaction', 'recipient', 'block'],
  detect: ({ transaction, recipient, block: { chain } }) => {
    const { blobVersionedHashes, maxFeePerBlobGas } = transaction
    if (blobVersionedHashes === undefined && maxFeePerBlobGas === undefined) return 'not-applicable'
    const known = recipient !== null && trustOf(recipient) === 'known'
    const receiver = recipient === null ? 'no recipient' : nameAccount(recipient.address, recipient)
    const blobs = blobVersionedHashes?.length ?? 0
    const impossible = !NETWORK_FACTS[chain].blobs
      ? ` ${chain} has no blobs: this network rejects the transaction.`
      : recipient === null
        ? ' A blob transaction cannot deploy a contract: every network rejects it.'
        : ''
    return [
      {
        severity: known && impossible === '' ? 'low' : 'medium',
        description: `The transaction carries ${blobs} ${blobs === 1 ? 'blob' : 'blobs'} to ${receiver}.${impossible}`,
        evidence: { blobs, recipient: recipient?.address ?? null, maxFeePerBlobGas: String(maxFeePerBlobGas ?? '') },
      },
    ]
  },
})
