import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { mayTouchTrading } from './mayTouchTrading.ts'
import { isRelevant } from './relevance.ts'
import type { AcceptedCall } from './tried.ts'

const TOKEN: Address = `0x${'a'.repeat(40)}`
const OTHER: Address = `0x${'b'.repeat(40)}`
const slot = (index: number): Hex => `0x${index.toString(16).padStart(64, '0')}`
const [BALANCES, TAX, OWNER] = [slot(0), slot(1), slot(2)]
const TRANSFER_OWNERSHIP: Hex = '0xf2fde38b'

type Case = { on?: Address; complete?: boolean; selector?: Hex; writes?: Hex[]; path?: null }
function contextOf({ path }: Case) {
  const bytecode = {
    slots: { transferWords: [TAX], transferMappings: [BALANCES], balances: BALANCES },
    transferPath: path === undefined ? { conditions: [], scaledBy: [], calls: [] } : path,
  } as unknown as Bytecode
  return { address: TOKEN, bytecode, trade: {} } as unknown as PrivilegesContext
}
const callOf = ({ on = TOKEN, complete = true, selector = '0x12345678', writes = [] }: Case) =>
  ({ target: { address: on, complete }, made: { selector, writes } }) as unknown as AcceptedCall

describe('calls that may affect trading by their code alone', () => {
  const cases: [name: string, of: Case, may: boolean][] = [
    ['writes a word that transfers read', { writes: [TAX] }, true],
    ['writes balances alone, as every transfer does', { writes: [BALANCES] }, false],
    ['writes what no transfer reads', { writes: [OWNER] }, false],
    ['is of another contract', { on: OTHER }, true],
    ['was not analysed in full', { complete: false }, true],
    ['is of a token whose transfers were not followed', { path: null }, true],
    ['hands the ownership over', { selector: TRANSFER_OWNERSHIP, writes: [TAX] }, false],
  ]
  const observed = (of: Case, transferTax: ObservedCall['transferTax'], effects: ObservedCall['effects'] = []) =>
    isRelevant(contextOf(of), { tried: callOf(of), effects, transferTax } as ObservedCall)
  for (const [name, of, may] of cases)
    test(name, () => {
      assert.equal(mayTouchTrading(contextOf(of), callOf(of)), may)
      // With a market it is looked at then, whatever a transfer would have shown.
      assert.equal(observed(of, null), may)
      assert.equal(observed(of, { before: 0, after: 0 }), may)
      assert.equal(observed(of, { before: 0, after: 5 }), may || of.selector !== TRANSFER_OWNERSHIP)
    })

  test('a transfer that no longer arrives shows what the code does not', () => {
    assert.equal(observed({ writes: [OWNER] }, { before: 0, after: null }), true)
  })
})
