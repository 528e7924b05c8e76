import { detectorTest } from '../../testing/detectorTest.ts'
import {
  byAddress,
  contract,
  DRAINER,
  label,
  NFT,
  STRANGER,
  UNKNOWN_CONTRACT,
  ZERO,
} from '../../testing/sampleFacts.ts'
import { allowance, execution, order, payment, permit2, SAFE, seaport, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './flagged-party-in-message.ts'

const listed = contract(DRAINER, { labels: [label('scammer')] })
const named = byAddress(listed, seaport(), permit2(), usdcToken(), contract(SAFE), contract(UNKNOWN_CONTRACT))
const paid = { assetType: 'native', address: null, tokenId: null, amount: 1n, to: DRAINER } as const

detectorTest(detector, {
  detects: {
    'a payment to a drainer': { intents: [payment({ to: DRAINER })], named },
    'proceeds for a drainer': { intents: [order({ gets: [paid] })], named },
    'an order that only a drainer fills': { intents: [order({ taker: DRAINER })], named },
    'a drainer that is called': { intents: [execution({ calls: [{ to: DRAINER, value: 0n, data: '0x' }] })], named },
    'a drainer that checks the signature': { intents: [allowance({ verifier: DRAINER })], named },
    'a vote for a hacker': {
      intents: [{ protocol: null, verifier: UNKNOWN_CONTRACT, kind: 'vote', delegate: DRAINER, deadline: null }],
      named,
    },
    'what anyone may have submitted': {
      severity: 'high',
      intents: [payment({ to: DRAINER })],
      named: byAddress(contract(DRAINER, { labels: [{ ...label('hacker'), confidence: 'low' }] }), usdcToken()),
    },
  },
  clears: {
    'a router': {},
    'a collection that was not labelled': {
      intents: [order({ gets: [{ ...paid, assetType: 'erc721', address: NFT, to: UNKNOWN_CONTRACT }] })],
      named,
    },
    'votes taken back from everybody': {
      intents: [{ protocol: null, verifier: null, kind: 'vote', delegate: ZERO, deadline: null }],
      named: {},
    },
  },
  unknowns: {
    'a receiver that was not looked up': { intents: [payment({ to: STRANGER })], named },
    'a receiver that no fresh list could have named': {
      intents: [payment({ to: STRANGER })],
      named: { ...named, ...byAddress(contract(STRANGER, { sanctioned: null })) },
    },
  },
})
