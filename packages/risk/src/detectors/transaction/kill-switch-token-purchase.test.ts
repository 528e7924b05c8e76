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
const FEES = {
  effect: 'taxes',
  of: 'all-holders',
  taxPercent: 100,
  signature: 'setTiers(uint16[4],bytes32[])',
} as const
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
    'a key on a list of operators takes from any holder': { ...bought({ powers: [seizure()] }), severity: 'high' },
    'a key writes a word with which all sales fail': {
      ...bought({
        powers: [seizure({ effect: 'stops', of: 'all-holders', signature: 'sync(bytes)', executed: true })],
      }),
      severity: 'high',
    },
    'a list of keys, known by its hash, raises the fee of another contract': {
      ...bought({ powers: [seizure({ ...FEES, guards: [{ by: 'secret', holder: null }] })] }),
      severity: 'high',
    },
    'a key sets bits of holders by a function without a name': {
      ...bought({ powers: [seizure({ effect: 'stops', signature: null, executed: true })] }),
      severity: 'medium',
    },
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
    'a list whose members are not known': bought({ powers: [seizure({ guards: [{ by: 'role', holder: null }] })] }),
    'a list that its name tells, as issuers have it': bought({
      powers: [seizure({ effect: 'stops', signature: 'blacklist(address)', executed: true })],
    }),
    'a fee that the code keeps low': bought({ powers: [seizure({ ...FEES, taxPercent: 25 })] }),
    'a word that only a lifted condition lets write': bought({
      powers: [seizure({ effect: 'stops', of: 'all-holders', asIs: false })],
    }),
    'what every holder calls, with a guard lifted': bought({ powers: [seizure({ selector: '0x23b872dd' })] }),
    'no unknown token is bought': { purchasePrivileges: [] },
  },
})
