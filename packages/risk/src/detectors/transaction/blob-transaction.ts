import type { Chain } from '../../chain.ts'
import { defineDetector } from '../../detector.ts'
import { trustOf } from '../../trust.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

/** EIP-4844 and, on BNB Smart Chain, BEP-336. Polygon has none. */
const WITH_BLOBS: ReadonlySet<Chain> = new Set(['ethereum', 'bsc'])

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
    const impossible = !WITH_BLOBS.has(chain)
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
