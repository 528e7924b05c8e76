import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import { inputMark, TAINT } from '../paths/marks.ts'
import type { Entry, Lifted } from '../paths/pull.ts'
import type { FoundPull } from './contractPulls.ts'
import { actsByRecords } from './walletRecords.ts'

const [SAFE, OTHER] = [inputMark(0), inputMark(1)]
const RECORD = TAINT.hash | SAFE
const MODULE = { functions: [{ asks: ['0x468721a7'] }] } as unknown as Bytecode
const PLAIN = { functions: [{ asks: ['0xa9059cbb'] }] } as unknown as Bytecode
const entry = (...lifted: Lifted[]): Entry => ({ place: RECORD, lifted })
const acts = (entries: Entry[], of: Bytecode = MODULE) => actsByRecords(of, { pulls: [], entries })

const CASES: [string, boolean, Entry[], Bytecode?][] = [
  ['records of the caller', true, [{ place: TAINT.hash | TAINT.caller, lifted: [] }]],
  ['records that the named account writes', true, [entry({ marks: TAINT.caller | SAFE })]],
  ['records that the named account signs', true, [entry({ marks: TAINT.signer | SAFE })]],
  ['records behind an earlier one', true, [entry({ marks: TAINT.stored | TAINT.hash | SAFE, slot: 1n << 200n })]],
  ['records that a key writes', false, [entry({ marks: TAINT.caller | SAFE }), entry({ marks: TAINT.caller })]],
  ['records about another account of the call', false, [entry({ marks: TAINT.caller | OTHER })]],
  ['records that any account writes', false, [entry()]],
  ['no records', false, []],
  ['a contract that is no module', false, [entry({ marks: TAINT.caller | SAFE })], PLAIN],
]

for (const [name, expected, entries, of] of CASES)
  test(`a module acts by its records: ${expected}: ${name}`, () => {
    assert.equal(acts(entries, of), expected)
  })

test('a call of wallets that a key makes asks for no record', () => {
  const pulls: FoundPull[] = [{ use: 'wallets', selector: '0x00000001', signature: null, guards: [], anyCall: false }]
  assert.equal(actsByRecords(MODULE, { pulls, entries: [entry({ marks: TAINT.caller | SAFE })] }), false)
})
