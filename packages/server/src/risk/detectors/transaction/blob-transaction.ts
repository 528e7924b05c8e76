import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'blob-transaction',
  title: 'A transaction with blobs',
  why: 'Blobs carry the batches that rollups publish; their gas is paid on top (EIP-4844). No site has a reason to ask a person to sign one.',
  advice: 'Reject it, unless you run a rollup.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  needs: ['transaction', 'recipient'],
  detect: ({ transaction, recipient }) => {
    const { blobVersionedHashes, maxFeePerBlobGas } = transaction
    if (blobVersionedHashes === undefined && maxFeePerBlobGas === undefined) return 'not-applicable'
    const known = recipient !== null && standingOf(recipient) === 'known'
    const receiver = recipient === null ? 'nobody' : nameAccount(recipient.address, recipient)
    const blobs = blobVersionedHashes?.length ?? 0
    return [
      {
        severity: known ? 'low' : 'medium',
        description: `The transaction carries ${blobs} ${blobs === 1 ? 'blob' : 'blobs'} to ${receiver}.`,
        evidence: { blobs, recipient: recipient?.address ?? null, maxFeePerBlobGas: String(maxFeePerBlobGas ?? '') },
      },
    ]
  },
})
