import type { Chain } from '@redoubt/risk/chain.ts'
import { experimentalNetwork } from '@redoubt/risk/engine/experimentalNetwork.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'

/** What there is to say of an address that was given as a wallet, whatever is asked of it. */
export function addressWarnings({
  chain,
  spelling,
  keyless,
}: {
  chain: Chain
  spelling: AddressSpelling
  keyless: boolean
}): Finding[] {
  const warnings: Finding[] = []
  if (spelling.checksumFailed)
    warnings.push({
      id: 'wallet-checksum-mismatch',
      severity: 'high',
      title: 'Mistyped wallet address',
      impact: 0,
      description: `The spelling of "${spelling.member}" fails its checksum: a character is probably wrong.`,
      evidence: { member: spelling.member, spelled: spelling.spelled, expected: spelling.checksummed },
    })
  if (keyless)
    warnings.push({
      id: 'burn-address-or-precompile',
      severity: 'medium',
      title: 'Burn address or precompile',
      impact: 0,
      description: 'This address has no private key: it can approve nothing, and token logs in its name mean nothing.',
      evidence: { address: spelling.checksummed },
    })
  return [...warnings, ...experimentalNetwork(chain)]
}
