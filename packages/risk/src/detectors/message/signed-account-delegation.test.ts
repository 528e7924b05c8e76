import type { Address } from '../../address.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, label, STRANGER, TRADER, ZERO } from '../../testing/sampleFacts.ts'
import detector from './signed-account-delegation.ts'

const METAMASK: Address = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'
const delegation = (delegate: Address, chainId = 1n) => ({
  intents: [
    {
      protocol: 'EIP-7702',
      verifier: null,
      kind: 'delegation',
      account: TRADER,
      delegate,
      chainId,
      nonce: 0n,
    } as const,
  ],
})

detectorTest(detector, {
  detects: {
    'unknown code': { ...delegation(STRANGER), named: byAddress(contract(STRANGER)) },
    'code that was not looked up': { ...delegation(STRANGER), named: {} },
    'a listed sweeper': {
      ...delegation(STRANGER),
      named: byAddress(contract(STRANGER, { labels: [label('scammer')] })),
    },
    'a service that was not written to be an account': {
      ...delegation(STRANGER),
      named: byAddress(contract(STRANGER, { labels: [label('defi_protocol')] })),
    },
    'a wallet’s own delegate, on every network': { severity: 'medium', ...delegation(METAMASK, 0n) },
    'a wallet’s own delegate': { severity: 'low', ...delegation(METAMASK) },
  },
  clears: { 'a revocation': delegation(ZERO), 'a permit': {} },
})
