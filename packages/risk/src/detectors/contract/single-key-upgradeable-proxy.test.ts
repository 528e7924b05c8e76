import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { capability, OWNER, privileged, proxy, TOKEN } from '../../testing/sampleContract.ts'
import { account, contract, label } from '../../testing/sampleFacts.ts'
import { judgeContract } from '../../testing/testContractVerdict.ts'
import detector from './single-key-upgradeable-proxy.ts'

const DAY = 86_400
const diamond = (afterSeconds: number | null, announced: boolean) => ({
  proxy: proxy({ kind: 'diamond' }),
  privileged: [privileged({ refusedUpgrade: { afterSeconds, announced } })],
})

detectorTest(detector, {
  detects: {
    'an admin with a key': { proxy: proxy() },
    'a beacon whose owner has a key': { proxy: proxy({ kind: 'beacon' }) },
    'a wallet of another key': { proxy: proxy(), personalAccount: { owner: TOKEN, entryPoint: TOKEN } },
    'a role of one key, whose upgrade was executed': {
      proxy: proxy({ admin: null }),
      privileged: [privileged()],
      capabilities: [capability('upgrade', 'upgradeTo(address)')],
    },
    'a diamond without the standard’s function, whose other one was executed': {
      proxy: proxy({ kind: 'diamond', admin: null, upgradeable: false }),
      privileged: [privileged()],
      capabilities: [capability('upgrade', 'setParts(bytes4[],address)')],
    },
    'a timelock that one key commands at once': {
      proxy: proxy({ admin: privileged({ account: 'timelock' }) }),
      privileged: [privileged({ account: 'timelock', commandedBy: TOKEN })],
    },
    'a multisig of one signature': {
      proxy: proxy({ admin: privileged({ account: 'multisig', threshold: { needed: 1, owners: 3 } }) }),
    },
    'a diamond whose cut is announced a week before': { ...diamond(7 * DAY, true), severity: 'low' },
    'one whose announcement no event tells': { ...diamond(7 * DAY, false), severity: 'medium' },
    'one whose notice is an hour': { ...diamond(3_600, true), severity: 'medium' },
    'one whose cut is refused, and no way was found': { ...diamond(null, false), severity: 'medium' },
    'one with a notice, and another function that was executed': {
      ...diamond(7 * DAY, true),
      capabilities: [capability('upgrade', 'setParts(bytes4[],address)')],
    },
    'a famous token': { proxy: proxy(), subject: contract(TOKEN, { labels: [label('token')] }), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'a multisig as admin': { proxy: proxy({ admin: privileged({ account: 'multisig' }) }) },
    'a timelock as admin': { proxy: proxy({ admin: privileged({ account: 'timelock' }) }) },
    'a minimal proxy, fixed for ever': { proxy: proxy({ kind: 'eip1167', admin: null, upgradeable: false }) },
    'the ERC-4337 account of the key itself': {
      proxy: proxy(),
      personalAccount: { owner: OWNER, entryPoint: TOKEN },
    },
    'another person’s Safe': { proxy: proxy({ kind: 'safe' }) },
    'an EIP-7702 account, which is a person': {
      subject: account(TOKEN, { class: 'delegated-eoa' }),
      proxy: proxy({ kind: 'eip7702' }),
    },
  },
})

for (const [what, capabilities, state, name] of [
  ['an upgrade that was executed', [capability('upgrade', 'upgradeTo(address)')], 'effective', 'upgradeTo(address)'],
  [
    'one that did not work',
    [capability('upgrade', 'upgradeTo(address)', { state: 'potential' })],
    'potential',
    undefined,
  ],
  [
    'one by another account',
    [capability('upgrade', 'upgradeTo(address)', { call: { caller: TOKEN } })],
    'potential',
    undefined,
  ],
] as const)
  test(`the evidence of ${what} says ${state}`, async () => {
    const { findings } = await judgeContract({
      proxy: proxy(),
      privileged: [privileged()],
      capabilities: [...capabilities],
    })
    const found = findings.find(({ id }) => id === detector.id)
    assert.deepEqual([found?.evidence.state, found?.evidence.function, found?.evidence.caller], [state, name, OWNER])
  })
