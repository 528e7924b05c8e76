import { detectorTest } from '../../testing/detectorTest.ts'
import { TRADER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { allowance, execution, NOW, order, payment, transfer } from '../../testing/sampleMessage.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './signature-for-dangerous-contract.ts'

const critical = { contractJudgements: judgement(UNKNOWN_CONTRACT, 'critical') }

detectorTest(detector, {
  detects: {
    'a permit': { ...critical, intents: [allowance({ spender: UNKNOWN_CONTRACT })], severity: 'critical' },
    'a permit for a contract that is rated high': {
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'high'),
      intents: [allowance({ spender: UNKNOWN_CONTRACT })],
      severity: 'high',
    },
    'a permit for a contract that only weak signs speak against': {
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'unknown'),
      intents: [allowance({ spender: UNKNOWN_CONTRACT })],
      severity: 'medium',
    },
    'tokens that it may take once': {
      ...critical,
      intents: [transfer({ spender: UNKNOWN_CONTRACT })],
      severity: 'critical',
    },
    'a payment to it': { ...critical, intents: [payment({ to: UNKNOWN_CONTRACT })], severity: 'critical' },
    'an order that only it may fill': {
      ...critical,
      intents: [order({ taker: UNKNOWN_CONTRACT })],
      severity: 'critical',
    },
    'an order that it checks': { ...critical, intents: [order({ verifier: UNKNOWN_CONTRACT })], severity: 'critical' },
    'a type that is not known': {
      ...critical,
      intents: [
        { protocol: null, verifier: UNKNOWN_CONTRACT, kind: 'unknown', addresses: [], moves: [], deadline: null },
      ],
      severity: 'critical',
    },
  },
  clears: {
    'the same permit for a contract without findings': {
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'none'),
      intents: [allowance({ spender: UNKNOWN_CONTRACT })],
    },
    'a verifier that only weak signs speak against': {
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'unknown'),
      intents: [order({ verifier: UNKNOWN_CONTRACT })],
    },
    'a permit that takes the allowance back': {
      ...critical,
      intents: [allowance({ spender: UNKNOWN_CONTRACT, amount: 0n })],
    },
    'a permit of its own token for a known router': {
      ...critical,
      intents: [allowance({ token: UNKNOWN_CONTRACT, verifier: UNKNOWN_CONTRACT })],
    },
    'a permit that has expired': {
      ...critical,
      intents: [allowance({ spender: UNKNOWN_CONTRACT, deadline: NOW - 1n, expiration: NOW - 1n })],
    },
    'a call of an account, judged as its transaction': {
      ...critical,
      intents: [execution({ account: TRADER, calls: [{ to: UNKNOWN_CONTRACT, value: 0n, data: '0x' }] })],
    },
  },
})
