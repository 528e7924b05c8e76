import type { GuardedTokenPower } from '../../facts/guardedTokenPower.ts'
import type { PurchasePrivileges } from '../../facts/probes.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { flip, privileged, TOKEN, trade } from '../../testing/sampleContract.ts'
import { contract } from '../../testing/sampleFacts.ts'
import detector from './kill-switch-token-purchase.ts'

const OPERATOR = `0x${'0b'.repeat(20)}` as const
const token = { standard: 'erc20', symbol: 'PLAIN', name: 'Plain Token', decimals: 18 } as const
const bought = (more: Partial<PurchasePrivileges>) => ({
  purchasePrivileges: [
    {
      token: TOKEN,
      subject: { ...contract(TOKEN), token },
      trade: trade(),
      switches: [],
      freeMints: [],
      privileged: [privileged()],
      cut: [],
      ...more,
    },
  ],
})
/** A call of a key on a list of operators. */
const seizure = (more: Partial<GuardedTokenPower> = {}): GuardedTokenPower => ({
  selector: '0x62ad1b83',
  signature: 'operatorSend(address,address,uint256,bytes,bytes)',
  guards: [{ by: 'caller', holder: OPERATOR }],
  anyCall: false,
  holders: [privileged({ address: OPERATOR, by: 'a caller in the code' })],
  effect: 'takes',
  of: 'named-holder',
  taxPercent: null,
  asIs: true,
  executed: false,
  ...more,
})
const closing = flip('close()')
const open = { buyTax: 0, transferTax: 0, sellTax: 0 }
const taxing = (sellTax: number) =>
  flip('setFee(uint256)', { effect: 'raises-tax', after: { buyTax: 0, transferTax: 0, sellTax, reason: null } })

detectorTest(detector, {
  detects: {
    'one key can stop sales': { ...bought({ switches: [closing] }), severity: 'critical' },
    'several keys can stop sales': {
      ...bought({ switches: [closing], privileged: [privileged({ account: 'multisig' })] }),
      severity: 'medium',
    },
    'one key can take what others hold': {
      ...bought({ switches: [flip('seize(address)', { effect: 'siphons', hits: 'named-account' })] }),
      severity: 'critical',
    },
    'a key on a list of operators takes from any holder': { ...bought({ seizures: [seizure()] }), severity: 'high' },
    'one key can keep all of a sale': { ...bought({ switches: [taxing(100)] }), severity: 'critical' },
  },
  clears: {
    'no account can do anything': bought({}),
    'a fee that the code caps': bought({ switches: [taxing(10)] }),
    'everything is paused, purchases too': bought({
      switches: [
        flip('pause()', { effect: 'stops-transfers', after: { ...open, buyTax: null, sellTax: null, reason: null } }),
      ],
    }),
    'one account can be blocked, as issuers do': bought({
      switches: [flip('deny(address)', { hits: 'named-account' })],
    }),
    'a list whose members are not known': bought({ seizures: [seizure({ guards: [{ by: 'role', holder: null }] })] }),
    'what every holder calls, with a guard lifted': bought({ seizures: [seizure({ selector: '0x23b872dd' })] }),
    'no unknown token is bought': { purchasePrivileges: [] },
  },
})
