import type { Capability } from '../../facts/privileges.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER, bytecode, contractFunction, NO_TOKEN } from '../../testing/sampleContract.ts'
import detector from './payments-not-withdrawable.ts'

const keeps = (signature: string, more: Partial<Pick<Capability, 'paidTo' | 'state'>> = {}) => ({
  ...NO_TOKEN,
  ...able('keep-received-value', signature, { call: BY_UNPRIVILEGED_CALLER, ...more }),
})

const SETS_RECEIVER = contractFunction('setReceiver(address)', { gated: true, writes: ['0x0'] })
const SWEEPS = contractFunction('sweep(address)', { gated: true, asks: ['0xa9059cbb'], mutability: 'payable' })
const RECEIVER = contractFunction('receiver()', { mutability: 'view' })
const wallet = (functions = [SETS_RECEIVER, SWEEPS, RECEIVER], more: Parameters<typeof bytecode>[0] = {}) => ({
  ...keeps('receive()'),
  bytecode: bytecode({ standard: null, functions, ...more }),
})

detectorTest(detector, {
  detects: {
    'a deposit address, which passes on to its holder': { ...wallet(), severity: 'low' },
    'a deposit address without functions': { ...wallet([]), severity: 'low' },
    'one of old code, whose getter refuses no coins': {
      ...wallet([SWEEPS, { ...RECEIVER, mutability: 'payable' }], { takesAnyPayment: true }),
      severity: 'low',
    },
    'one with a “claim” beside, even one for its owner': wallet([
      SETS_RECEIVER,
      contractFunction('claim()', { gated: true, mutability: 'payable' }),
    ]),
    'one with a function for visitors': wallet([SETS_RECEIVER, contractFunction('join()', { writes: ['0x1'] })]),
    'one with a payable function that does nothing': wallet([contractFunction('invest()', { mutability: 'payable' })]),
    'one that runs other code': wallet([SETS_RECEIVER], { opcodes: { delegatecall: true } }),
    'one that was not read to its end': wallet([SETS_RECEIVER], { complete: false }),
    'one from which nothing can leave': {
      ...wallet(),
      ...keeps('receive()', { paidTo: 'none' }),
      severity: 'high',
    },
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
