import type { Address } from '@redoubt/risk/address.ts'
import type { Effects } from '../../src/domain/policy/effects.ts'
import type { PolicyCheck } from '../../src/domain/ports/policyGate.ts'

export const OWNER = { accountId: 'acc_torture', environment: 'live' } as const
export const WALLET: Address = `0x${'a1'.repeat(20)}`
const TOKEN: Address = `0x${'d4'.repeat(20)}`
const SPENDER: Address = `0x${'e5'.repeat(20)}`
/** Signatures of the torture end in a day. */
const VALID_MS = 86_400_000

export const identityOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

/** One request of one dollar: a send, then a signed permit, a send, then a signature by which it leaves at once. */
export function requestOf(index: number): PolicyCheck {
  const isSigned = index % 2 === 1
  const isPermit = index % 4 === 1
  const kind = isPermit ? 'allowance' : index % 8 === 3 ? 'transfer' : 'order'
  const leaves = { tokenId: null, amount: 1n, usd: 1, spender: null }
  const effects: Effects = {
    chain: 'ethereum',
    method: isSigned ? 'eth_signTypedData_v4' : 'eth_sendRawTransaction',
    messages: isSigned ? [kind] : [],
    outflows: isPermit ? [] : [{ asset: isSigned ? TOKEN : null, ...leaves }],
    approvals: isPermit ? [{ token: TOKEN, spender: SPENDER, unlimited: false, amount: 1n, atRiskUsd: 1 }] : [],
    rights: [],
    calls: [],
    recipients: isSigned ? [SPENDER] : [],
    riskLevel: 'safe',
    complete: true,
  }
  return {
    account: OWNER.accountId,
    environment: OWNER.environment,
    chain: 'ethereum',
    wallet: WALLET,
    effects,
    nonce: isSigned ? null : { sender: WALLET, nonce: BigInt(index) },
    reserve: { identity: identityOf(index), expiresAt: isSigned ? Date.now() + VALID_MS : null },
  }
}
