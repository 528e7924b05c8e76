import assert from 'node:assert/strict'
import type { Address } from '@redoubt/risk/address.ts'
import { orderPlace } from '../../../usecases/permissions/signatureTerms.ts'
import type { KeptMessage } from '../../../usecases/permissions/signedMembers.ts'
import { type RenderedIntent, renderIntent } from '../../../usecases/scans/message/renderIntent.ts'
import { parseMessage } from '../../decode/message/parseMessage.ts'
import { recogniseMessage } from '../../decode/message/recogniseMessage.ts'

/** What a scan keeps of a message, and what the ledger makes of it. */
export function keptOrder(
  typedData: object,
  owner: Address,
): {
  message: KeptMessage
  intent: RenderedIntent
  place: ReturnType<typeof orderPlace>
} {
  const signed = parseMessage({ account: owner, method: 'eth_signTypedData_v4', typedData })
  assert.ok(signed.form.type === 'typed-data')
  const { domain, parameters, digest, hashes } = signed.form
  const message = {
    domain: { ...domain, chainId: domain.chainId === null ? null : String(domain.chainId) },
    parameters,
    digests: digest && hashes && { eip712Digest: digest, domainHash: hashes.domain, messageHash: hashes.message },
  }
  const [intent] = recogniseMessage(signed)
  assert.ok(intent)
  const rendered = renderIntent(intent, {})
  return { message, intent: rendered, place: orderPlace(message, rendered, { owner, asked: typedData }) }
}
