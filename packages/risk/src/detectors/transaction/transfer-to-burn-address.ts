import { BURN_ADDRESSES } from '../../accounts/knownAddresses.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

/** Precompiled contracts: assets sent to them cannot be moved. */
const HIGHEST_PRECOMPILE = 0x1ffn

export default defineDetector({
  id: 'transfer-to-burn-address',
  title: 'Transfer to a burn address',
  why: 'The zero address, the “dead” address and the precompiled contracts have no private key. Assets sent there are lost.',
  advice: 'Reject it unless you mean to destroy the assets.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'wrong-recipient',
  needs: ['payees'],
  detect: ({ payees }) =>
    payees
      .filter(
        ({ address, amount }) => amount > 0n && (BURN_ADDRESSES.has(address) || BigInt(address) <= HIGHEST_PRECOMPILE),
      )
      .map(({ address, asset, amount }) => ({
        description: `${shortAddress(address)} has no private key: assets you send there are destroyed.`,
        evidence: { recipient: address, asset: asset ?? 'native', amount: String(amount) },
      })),
})
