import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drainerMarksIn } from './drainerMarks.ts'
import { unfold } from './obfuscation.ts'

const kinds = (code: string) => drainerMarksIn(unfold('inline', code)).map(({ kind }) => kind)

const SORTS = `holdings.sort((a, b) => b.usdValue - a.usdValue)
for (const token of holdings) await request({ method: 'eth_sendTransaction', params: [approve(token)] })`
const HOPS = `for (const chain of chains) {
  await request({ method: 'wallet_switchEthereumChain', params: [chain] })
  await request({ method: 'eth_sendTransaction', params: [all(chain)] })
}`

describe('marks of kits that empty wallets', () => {
  const cases: [what: string, code: string, ...kinds: string[]][] = [
    ['the name of a kit', `/* Inferno Drainer v2 */`, 'kit-name'],
    ['a function that says so', `async function drainWallet(owner) {}`, 'drain-function'],
    ['a list of victims', `ethereum; notify({ victimAddress: owner })`, 'victim-log'],
    ['the dearest first', SORTS, 'balance-sorting'],
    ['every chain in turn', HOPS, 'chain-hopping-sweep'],
    [
      'several ways to take, and no for an answer',
      `const ways = ['approve', 'Permit', 'setApprovalForAll']; eth_getBalance
       while (true) { try { await request({ method: 'eth_signTypedData_v4' }); break } catch {} }`,
      'kit-structure',
    ],
    // Honest.
    ['a stream', `stream.once('drain', next); async function drainQueue() {}`],
    ['a router that sweeps dust', `router.sweepToken(token, amountMinimum, recipient)`],
    ['stealth addresses', `const stealthAddress = deriveStealthAddress(key)`],
    ['a list of tokens by value', `tokens.sort((a, b) => b.usdValue - a.usdValue).map(Row)`],
    [
      'an exchange',
      `const abi = ['approve', 'Permit', 'setApprovalForAll']; eth_getBalance; await request({ method: 'eth_sendTransaction' })`,
    ],
    ['a wrong network', `await request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })`],
    [
      'transpiled async code',
      `while (1) switch (e.prev = e.next) { case 0: return signTypedData(x); case 3: e.catch(0) }`,
    ],
    ['a cache that evicts', `const victim = lru.tail; victimData = victim.data`],
  ]
  for (const [what, code, ...expected] of cases) {
    it(`${what}: ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(kinds(code), expected))
  }
})
