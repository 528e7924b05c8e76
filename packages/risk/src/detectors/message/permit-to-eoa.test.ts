import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, contract, ROUTER, STRANGER, TRADER } from '../../testing/sampleFacts.ts'
import { allowance, NOW, payment, transfer } from '../../testing/sampleMessage.ts'
import detector from './permit-to-eoa.ts'

const wallet = byAddress(account(STRANGER))

detectorTest(detector, {
  detects: {
    'a small permit for a wallet': { intents: [allowance({ spender: STRANGER })], named: wallet },
    'a Permit2 transfer by a wallet': { intents: [transfer({ spender: STRANGER })], named: wallet },
    'a wallet with an EIP-7702 delegation': {
      intents: [allowance({ spender: STRANGER })],
      named: byAddress(account(STRANGER, { class: 'delegated-eoa', codeSize: 23, delegate: ROUTER })),
    },
    'one wallet among contracts': { intents: [allowance(), allowance({ spender: STRANGER })], named: { ...wallet } },
  },
  clears: {
    'a permit that expired': { intents: [allowance({ spender: STRANGER, deadline: NOW - 1n })], named: wallet },
    'a permit for a router': {},
    'an unknown contract, which is another finding': {
      intents: [allowance({ spender: STRANGER })],
      named: byAddress(contract(STRANGER)),
    },
    'a revocation': { intents: [allowance({ spender: STRANGER, amount: 0n })], named: wallet },
    'what the owner gives himself': { intents: [allowance({ spender: TRADER })], named: byAddress(account(TRADER)) },
    'a payment to a wallet, whose receiver is signed': { intents: [payment({ to: STRANGER })], named: wallet },
  },
  unknowns: { 'a spender that was not looked up': { intents: [allowance({ spender: STRANGER })], named: {} } },
})
