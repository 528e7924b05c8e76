import type { Capability } from '../../facts/privileges.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER, bytecode, NO_TOKEN } from '../../testing/sampleContract.ts'
import detector from './payments-not-withdrawable.ts'

const keeps = (signature: string, more: Partial<Pick<Capability, 'paidTo' | 'state'>> = {}) => ({
  ...NO_TOKEN,
  ...able('keep-received-value', signature, { call: BY_UNPRIVILEGED_CALLER, ...more }),
})

detectorTest(detector, {
  detects: {
    'a “claim” that costs': keeps('claim()'),
    'a “security update”': keeps('SecurityUpdate()'),
    'a contract that sends what it is paid to a person': keeps('receive()'),
    'a contract that nothing can leave': { ...keeps('receive()', { paidTo: 'none' }), severity: 'high' },
    'a splitter, whose payments go to several accounts': {
      ...keeps('receive()', { paidTo: 'several' }),
      severity: 'medium',
    },
    'a “claim” whose price is split': keeps('claim()', { paidTo: 'several' }),
    'a “claim” of code that no payment can be refused by': {
      ...keeps('claim()'),
      bytecode: bytecode({ standard: null, takesAnyPayment: true }),
      severity: 'medium',
    },
    'a getter of such code': {
      ...keeps('owner()'),
      bytecode: bytecode({ standard: null, takesAnyPayment: true }),
      severity: 'low',
    },
    'a view that answers the same without coins': {
      ...keeps('paused()', { state: 'potential' }),
      severity: 'low',
    },
    'a donation box': { ...keeps('donate()'), severity: 'medium' },
  },
  clears: { 'a plain token': {}, 'WETH, which records what is paid in': able('mint', 'deposit()', { backed: true }) },
})
