import type { Address } from '../../address.ts'
import type { SignedIntent } from '../../facts/signedIntent.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, contract, label, STRANGER, TRADER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './hyperliquid-withdrawal-to-unknown-recipient.ts'

const withdrawal = (address: Address | null, dollars: bigint, protocol = 'Hyperliquid Withdraw') => ({
  intents: [
    {
      protocol,
      verifier: null,
      kind: 'unknown',
      addresses: address === null ? [] : [{ path: 'destination', address }],
      moves: [{ token: null, amount: dollars * 1_000_000n, path: 'amount' }],
      deadline: null,
    } satisfies SignedIntent,
  ],
  named: byAddress(account(STRANGER), account(TRADER), contract(UNKNOWN_CONTRACT, { labels: [label('exchange')] })),
})

detectorTest(detector, {
  detects: {
    'a million to a stranger': withdrawal(STRANGER, 1_000_000n),
    'a payment on the venue': withdrawal(STRANGER, 1_000_000n, 'Hyperliquid UsdSend'),
    'to something that is no address': withdrawal(null, 1_000_000n),
    'a few dollars': { severity: 'medium', ...withdrawal(STRANGER, 5n) },
  },
  clears: {
    'to oneself': withdrawal(TRADER, 1_000_000n),
    'to an exchange': withdrawal(UNKNOWN_CONTRACT, 1_000_000n),
    'a message of another application': withdrawal(STRANGER, 1_000_000n, 'Something else'),
    'a permit': {},
  },
})
