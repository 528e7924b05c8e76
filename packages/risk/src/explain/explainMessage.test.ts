import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Facts } from '../facts/facts.ts'
import { sampleFacts, TRADER, USDC } from '../testing/sampleFacts.ts'
import {
  allowance,
  execution,
  loss,
  order,
  personalText,
  SAFE,
  sampleMessage,
  signIn,
  worstCaseExecution,
} from '../testing/sampleMessage.ts'
import { explainMessage } from './explainMessage.ts'

const explain = (more: Partial<Facts>) => explainMessage('ethereum', { ...sampleMessage(), ...more }, { findings: [] })

test('the summary names the allowances and the immediate losses', () => {
  const { summary } = explain({})
  assert.match(summary, /^Signing this lets .* take 5 USDC\. At worst you lose 5 USDC now\.$/)
})

test('an unlimited permission is said to last', () => {
  assert.match(explain({ intents: [allowance({ unlimited: true })] }).summary, /take all your USDC, now and later/)
})

test('a text allows nothing, a sign-in signs in', () => {
  const nothing = { worstCaseExecutions: [], worstCase: { lost: [], gained: [] } }
  assert.match(explain({ ...personalText(), intents: [], ...nothing }).summary, /has no known effect/)
  assert.equal(explain({ intents: [signIn()], ...nothing }).summary, 'Signing this signs you in to “app.example”.')
})

test('an order that pays the signer nothing says so', () => {
  assert.match(explain({ intents: [order()] }).summary, /for nothing/)
})

test('unusable and unexecuted intents are named', () => {
  assert.match(
    explain({ worstCaseExecutions: [worstCaseExecution({ worthless: 'its nonce was used already' })] }).summary,
    /is unusable as it is now/,
  )
  const { worstCaseExecutions: _, ...unexecuted } = sampleMessage()
  assert.match(explainMessage('ethereum', unexecuted, { findings: [] }).summary, /was not simulated/)
})

const step = (to: Address, functionName: string): DecodedCall => ({
  to,
  selector: '0x12345678',
  functionName,
  signature: null,
  parameters: [],
  args: [],
  abi: null,
  value: 0n,
  calls: [],
})
/** The Safe's calls, as a transaction of the Safe. */
function explainRun(call: DecodedCall, more: Partial<Facts>, account: Address = SAFE) {
  const calls = [{ to: call.to, value: 0n, data: '0x12345678' as const }]
  const transaction = { from: account, to: call.to, value: 0n, data: '0x12345678' as const, calls }
  const decodedCall = { ...call, to: account, functionName: 'calls', calls: [call] }
  const { simulation } = sampleFacts()
  const facts = {
    transaction,
    decodedCall,
    decodedSteps: [decodedCall, call],
    movements: { lost: [], gained: [] },
    ...(simulation && { simulation }),
    ...more,
  }
  return explainMessage(
    'ethereum',
    { ...sampleMessage(), intents: [execution({ account, calls })], worstCase: { lost: [], gained: [] } },
    { findings: [], runs: [{ intent: 0, facts }] },
  )
}

test('what an account runs is said by what becomes of its assets, and by the names of the functions', () => {
  const lost = [loss({ account: SAFE, how: 'paid' })]
  const { summary, details } = explainRun(step(USDC, 'collect'), { movements: { lost, gained: [] } })
  assert.match(summary, /^For the account .*, called “you” here: you pay 5 USDC to .* and get nothing back\. /)
  assert.match(summary, /Signing this makes the account .* call “collect” of .+\.$/)
  assert.match(details, /pay 5 USDC/)
})

test('an account that calls itself is said to', () => {
  const { summary } = explainRun(step(SAFE, 'enableModule'), {})
  assert.match(summary, /you make one call, “enableModule” of yourself/)
  assert.match(summary, /call “enableModule” of itself\.$/)
})

test('the signer’s own account is simply you', () => {
  assert.match(explainRun(step(USDC, 'approve'), {}, TRADER).summary, /^You make one call, “approve” of /)
})

test('a loss is said once, and a refund beside the calls is said too', () => {
  const lost = [loss({ account: SAFE, how: 'paid' })]
  const facts = { ...sampleMessage(), intents: [execution()] }
  const runs = [{ intent: 0, facts: { movements: { lost, gained: [] } } }]
  const said = (worst: typeof lost) =>
    explainMessage('ethereum', { ...facts, worstCase: { lost: worst, gained: [] } }, { findings: [], runs }).summary
  assert.doesNotMatch(said(lost), /At worst/)
  assert.match(said([...lost, loss({ account: SAFE, address: null, assetType: 'native' })]), /At worst .* loses/)
})
