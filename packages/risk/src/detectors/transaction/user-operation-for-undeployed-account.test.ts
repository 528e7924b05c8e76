import type { Hex } from '../../address.ts'
import type { UserOperation } from '../../facts/transaction.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { account, contract, pay, STRANGER, simulation, TRADER, userOperation } from '../../testing/sampleFacts.ts'
import detector from './user-operation-for-undeployed-account.ts'

const operation = (more: Partial<UserOperation> = {}) =>
  pay(TRADER, 0n, { userOperation: userOperation({ callData: '0x12', ...more }) })
const made = (code: Hex) => ({
  simulation: simulation({ stateDiff: { [TRADER]: { storage: {}, code: { before: '0x', after: code } } } }),
})

detectorTest(detector, {
  detects: {
    'an account without code': operation(),
    'a factory that makes nothing': operation({ factory: STRANGER }),
    'an authorisation of another account': pay(TRADER, 0n, {
      userOperation: userOperation({ callData: '0x12' }),
      authorizationList: [{ chainId: 1, address: STRANGER, nonce: 1n, authority: STRANGER }],
    }),
    'an authorisation for another network': pay(TRADER, 0n, {
      userOperation: userOperation({ callData: '0x12' }),
      authorizationList: [{ chainId: 10, address: STRANGER, nonce: 1n }],
    }),
    'an account whose code is taken away': { ...operation(), ...made('0x') },
  },
  clears: {
    'an account that the operation makes': { ...operation({ factory: STRANGER }), ...made('0x6001') },
    'an account that is there': { ...operation(), sender: contract(TRADER) },
    'a person’s account with a delegate': { ...operation(), sender: account(TRADER, { class: 'delegated-eoa' }) },
    'an authorisation that comes along': pay(TRADER, 0n, {
      userOperation: userOperation({ callData: '0x12' }),
      authorizationList: [{ chainId: 1, address: STRANGER, nonce: 1n }],
    }),
    'an operation that asks for nothing': operation({ callData: '0x' }),
    'an ordinary transaction': {},
  },
})
