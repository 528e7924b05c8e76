import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, NFT, ROUTER, router, SCAM, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import { allowance, NOW, transfer } from '../../testing/sampleMessage.ts'
import detector from './batch-permit.ts'

const named = byAddress(contract(UNKNOWN_CONTRACT), router())
const tokens = [USDC, NFT, SCAM] as const

detectorTest(detector, {
  detects: {
    'three tokens at once': { intents: tokens.map((token) => allowance({ token, spender: UNKNOWN_CONTRACT })), named },
    'three tokens that leave at once': {
      intents: tokens.map((token) => transfer({ token, spender: UNKNOWN_CONTRACT })),
      named,
    },
  },
  clears: {
    'three that expired': {
      intents: tokens.map((token) => allowance({ token, spender: UNKNOWN_CONTRACT, deadline: NOW - 1n })),
      named,
    },
    'two tokens': { intents: tokens.slice(1).map((token) => allowance({ token, spender: UNKNOWN_CONTRACT })), named },
    'one token three times': {
      intents: tokens.map(() => allowance({ spender: UNKNOWN_CONTRACT })),
      named,
    },
    'a position with three tokens in a known protocol': {
      intents: tokens.map((token) => allowance({ token, spender: ROUTER })),
      named,
    },
  },
})
