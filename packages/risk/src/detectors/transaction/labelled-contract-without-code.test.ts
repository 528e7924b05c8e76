import { detectorTest } from '../../testing/detectorTest.ts'
import { account, approval, byAddress, label, ROUTER, router, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './labelled-contract-without-code.ts'

const absent = account(ROUTER, { nonce: 0n, labels: [label('defi_protocol')] })
const granted = (spender: typeof absent) => ({
  approvalChanges: [approval(spender.address)],
  spenders: byAddress(spender),
})

detectorTest(detector, {
  detects: {
    'an approval to a router that is not on this network': granted(absent),
    'a payment to one': { recipient: absent },
  },
  clears: {
    'a plain transfer': {},
    'the router where it has code': granted(router()),
    'an unlabelled wallet, which is another finding': granted(account(STRANGER, { nonce: 0n })),
    'a wallet that has sent transactions, whatever its label': granted(
      account(STRANGER, { nonce: 1n, labels: [label('defi_protocol')] }),
    ),
    'a name that an operator’s list chose': granted(
      account(STRANGER, { nonce: 0n, labels: [{ ...label('defi_protocol'), listed: { since: null } }] }),
    ),
    'an exchange’s wallet': { recipient: account(STRANGER, { nonce: 0n, labels: [label('exchange')] }) },
  },
})
