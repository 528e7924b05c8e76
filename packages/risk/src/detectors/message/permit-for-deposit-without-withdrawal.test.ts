import type { PermitDeposit } from '../../facts/claim.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import { allowance, loss, usdcToken } from '../../testing/sampleMessage.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './permit-for-deposit-without-withdrawal.ts'

const AMOUNT = 500_000_000n
const deposit = (more: Partial<PermitDeposit['claim']>) => ({
  intents: [allowance({ spender: UNKNOWN_CONTRACT, amount: AMOUNT })],
  named: byAddress(contract(UNKNOWN_CONTRACT), usdcToken()),
  worstCase: { lost: [loss({ amount: AMOUNT })], gained: [] },
  permitDeposits: [
    {
      spender: UNKNOWN_CONTRACT,
      token: USDC,
      entry: { selector: '0x6e553f65' as const, signature: 'deposit(uint256,address)' },
      claim: claim({ asset: USDC, amount: AMOUNT, returned: AMOUNT, ...more }),
    },
  ],
})
const none = { returned: 0n, exit: null }

detectorTest(detector, {
  detects: {
    'a vault that pays nothing back': deposit(none),
    'a vault that pays a part back': deposit({ returned: AMOUNT / 10n }),
    'a vault that pays any account': deposit({ openToOthers: true }),
    'a trial': {
      ...deposit({ ...none, amount: 5_000_000n }),
      severity: 'medium',
    },
  },
  clears: {
    'a vault that pays all of it back': deposit({}),
    'a search that ended early': deposit({ ...none, complete: false }),
    'a spender that takes no deposit': {},
  },
})
