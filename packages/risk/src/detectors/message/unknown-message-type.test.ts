import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, ROUTER, router, STRANGER, TRADER, USDC } from '../../testing/sampleFacts.ts'
import { personalText, signIn, typedData, worstCaseExecution } from '../../testing/sampleMessage.ts'
import detector from './unknown-message-type.ts'

type Unknown = Extract<Facts['intents'][number], { kind: 'unknown' }>
const unknown = (more: Partial<Unknown>) => ({
  intents: [
    {
      protocol: null,
      verifier: null,
      kind: 'unknown',
      addresses: [],
      moves: [],
      deadline: null,
      ...more,
    } satisfies Unknown,
  ],
  worstCaseExecutions: [],
})

/** Typed data with one member. */
function listing(name: string, value: string): Pick<Facts, 'message'> {
  const { message } = typedData()
  const { form } = message
  if (form.type !== 'typed-data') throw new Error('the sample is typed data')
  return { message: { ...message, form: { ...form, parameters: [{ name, type: 'uint256', value }] } } }
}

detectorTest(detector, {
  detects: {
    'an amount of a token': unknown({ moves: [{ token: USDC, amount: 5n, path: 'order.amount' }] }),
    'an address of another account': unknown({ addresses: [{ path: 'to', address: STRANGER }] }),
    'an amount without a limit for an unknown account': {
      severity: 'high',
      ...unknown({
        addresses: [{ path: 'delegatee', address: STRANGER }],
        moves: [{ token: null, amount: 2n ** 256n - 1n, path: 'value' }],
      }),
      named: byAddress(account(STRANGER)),
    },
    'an amount without a limit for a labelled protocol': {
      severity: 'medium',
      ...unknown({
        addresses: [{ path: 'delegatee', address: ROUTER }],
        moves: [{ token: null, amount: 2n ** 256n - 1n, path: 'value' }],
      }),
      named: byAddress(router()),
    },
    'an amount of a token whose worst use was executed whole': {
      severity: 'low',
      ...unknown({ moves: [{ token: USDC, amount: 5n, path: 'order.amount' }] }),
      worstCaseExecutions: [worstCaseExecution()],
    },
    'one whose use was executed in part': {
      severity: 'medium',
      ...unknown({ moves: [{ token: USDC, amount: 5n, path: 'order.amount' }] }),
      worstCaseExecutions: [{ ...worstCaseExecution(), notRun: 'the contract is not known' }],
    },
    'an amount without a limit for an unknown account, executed': {
      severity: 'high',
      ...unknown({
        addresses: [{ path: 'delegatee', address: STRANGER }],
        moves: [{ token: null, amount: 2n ** 256n - 1n, path: 'value' }],
      }),
      named: byAddress(account(STRANGER)),
      worstCaseExecutions: [worstCaseExecution()],
    },
    'a listing whose fee takes most of the price': {
      severity: 'high',
      ...unknown({ moves: [{ token: USDC, amount: 5n, path: 'price' }] }),
      ...listing('terms.feeBps', '9500'),
    },
    'one whose royalty is in percent': {
      severity: 'high',
      ...unknown({ moves: [{ token: USDC, amount: 5n, path: 'price' }] }),
      ...listing('royaltyPercent', '60'),
    },
    'a listing with a usual fee': {
      severity: 'medium',
      ...unknown({ moves: [{ token: USDC, amount: 5n, path: 'price' }] }),
      ...listing('feeBps', '250'),
    },
    'the most that a fee may be': {
      severity: 'medium',
      ...unknown({ moves: [{ token: USDC, amount: 5n, path: 'price' }] }),
      ...listing('maxFeeBps', '10000'),
    },
    'a fee without a unit': {
      severity: 'medium',
      ...unknown({ moves: [{ token: USDC, amount: 5n, path: 'price' }] }),
      ...listing('fee', '9500'),
    },
    'only the signer': { severity: 'low', ...unknown({ addresses: [{ path: 'wallet', address: TRADER }] }) },
    'nothing that names an account': { severity: 'low', ...unknown({}) },
  },
  clears: {
    'a permit': {},
    'a sign-in': { ...personalText(), intents: [signIn()] },
    'a Hyperliquid withdrawal, whose effect is known': unknown({
      protocol: 'Hyperliquid Withdraw',
      addresses: [{ path: 'destination', address: STRANGER }],
      moves: [{ token: null, amount: 5n, path: 'amount' }],
    }),
    'bytes, which have no type': {
      message: { account: TRADER, method: 'personal_sign', form: { type: 'bytes', bytes: '0xff00fe01' } },
      ...unknown({}),
    },
  },
})
