import assert from 'node:assert/strict'
import type { Address } from '@redoubt/risk/address.ts'
import type { ScanRecord } from '../../../domain/scanRecord.ts'
import { renderIntent } from '../../../usecases/scans/message/renderIntent.ts'
import { parseMessage } from '../../decode/message/parseMessage.ts'
import { recogniseMessage } from '../../decode/message/recogniseMessage.ts'

/** The record that a scan of typed data on Ethereum keeps. */
export function scannedMessage(typedData: { primaryType: string }, owner: Address): ScanRecord {
  const signed = parseMessage({ account: owner, method: 'eth_signTypedData_v4', typedData })
  assert.ok(signed.form.type === 'typed-data')
  const { domain, parameters, digest, hashes } = signed.form
  const message = {
    primaryType: typedData.primaryType,
    domain: { ...domain, chainId: domain.chainId === null ? null : String(domain.chainId) },
    parameters,
    digests: digest && hashes && { eip712Digest: digest, domainHash: hashes.domain, messageHash: hashes.message },
  }
  const intents = recogniseMessage(signed).map((intent) => renderIntent(intent, {}))
  return {
    kind: 'message',
    chain: 'ethereum',
    requestId: 'r1',
    createdAt: 1_790_000_000_000,
    input: JSON.stringify({ typedData }),
    result: JSON.stringify({ message, intents, riskLevel: 'critical', address: owner }),
  } as ScanRecord
}
