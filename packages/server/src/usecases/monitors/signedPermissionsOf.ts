import type { Address } from '@redoubt/risk/address.ts'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import type { SignedPermission } from '../../domain/signedPermission.ts'
import { signaturesOf } from '../permissions/keptSignatures.ts'
import type { RenderedApprovalChange } from '../scans/renderChanges.ts'

/**
 * Returns what a scan would have its wallet sign: the signatures of a message, or the approvals of a transaction. Approvals of one item are left out,
 * for an item has one spender at a time. Amounts and states are read on chain later: a scan does not tell whether anything was signed.
 * What is over already is found at the first look.
 * @param wallet lower case.
 */
export function signedPermissionsOf(record: ScanRecord, wallet: Address): SignedPermission[] {
  const { requestId, createdAt: scannedAt } = record
  const about = { requestId, scannedAt, left: null, holderState: null, block: null, told: 0 }
  if (record.kind === 'message') {
    const asked = { chain: record.chain as Parameters<typeof signaturesOf>[1]['chain'], owner: wallet, now: 0 }
    return signaturesOf([record], asked).signatures.map((signature) => ({
      ...about,
      place: [signature.standard, signature.keeper, signature.holder, signature.id].join(':'),
      subject: { kind: 'signature', signature },
      origin: signature.scan.origin,
      riskLevel: signature.scan.riskLevel,
    }))
  }
  if (record.kind !== 'transaction') return []
  const { simulation } = JSON.parse(record.result) as {
    simulation?: { approvalChanges?: RenderedApprovalChange[] } | null
  }
  const { origin } = JSON.parse(record.input) as { origin?: unknown }
  const own = (simulation?.approvalChanges ?? []).filter(
    (change) => change.owner.toLowerCase() === wallet && isGrant(change),
  )
  return own.map(({ standard, token, spender, symbol, riskLevel }) => {
    const [keeper, holder] = [token.toLowerCase() as Address, spender.toLowerCase() as Address]
    return {
      ...about,
      place: ['approval', standard, keeper, holder].join(':'),
      subject: { kind: 'approval', standard: standard as 'erc20', token: keeper, holder, symbol },
      origin: typeof origin === 'string' ? origin : null,
      riskLevel,
    }
  })
}

/** More than before, and not of a single item. */
function isGrant({ standard, after, before }: RenderedApprovalChange): boolean {
  if (after === before) return false
  return standard === 'erc20' || standard === 'permit2' ? after !== '0' : after === 'all'
}
