import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'implementation-change',
  title: 'Proxy implementation upgrade',
  why: 'The transaction replaces the code behind a proxy (EIP-1967, ERC-1822, Safe master copy), and that code holds the assets. The new code can do anything with them. The Bybit theft of February 2025 replaced a Safe’s master copy like this.',
  advice: 'Sign only an upgrade that you started, after comparing the new implementation’s address.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['privilegeChanges', 'principals'],
  detect: ({ privilegeChanges, principals }) =>
    privilegeChanges
      .filter(({ kind }) => kind === 'implementation')
      .map(({ contract, to, shownBy, fails }) => ({
        // The own wallet’s code is worth stopping for even where the replacement fails now.
        severity: principals.includes(contract) ? 'critical' : fails ? 'medium' : 'high',
        description: `${principals.includes(contract) ? 'The wallet itself' : shortAddress(contract)} ${fails ? 'would get' : 'gets'} new code${to ? ` from ${shortAddress(to)}` : ''}${fails ? ', but the call fails in simulation' : ''}.`,
        evidence: { contract, implementation: to, shownBy },
      })),
})
