import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CONDITION_KINDS } from '@redoubt/risk/protect/condition.ts'
import { getCreate2Address, keccak256 } from 'viem/utils'
import { OUTCOME_ASSERTION } from './assertion.ts'
import { ASSERTION_INIT_CODE, ASSERTION_RUNTIME_CODE, ASSERTION_SOURCE_SHA256 } from './assertionCode.generated.ts'

const root = join(import.meta.dirname, '../../../../..')
const source = readFileSync(join(root, 'contracts/OutcomeAssertion.sol'), 'utf8')

test('the address follows from the factory, the salt and the committed code', () => {
  const { address, factory, deployment } = OUTCOME_ASSERTION
  const salt = deployment.data.slice(0, 66) as `0x${string}`
  const made = getCreate2Address({ from: factory, salt, bytecodeHash: keccak256(ASSERTION_INIT_CODE) })
  assert.equal(made.toLowerCase(), address)
  assert.equal(`0x${deployment.data.slice(66)}`, ASSERTION_INIT_CODE)
})

test('the hash is that of the committed code', () => {
  assert.equal(OUTCOME_ASSERTION.codeHash, keccak256(ASSERTION_RUNTIME_CODE))
})

test('the init code returns the committed runtime code and nothing else: no constructor arguments, no immutables', () => {
  assert.ok(ASSERTION_INIT_CODE.endsWith(ASSERTION_RUNTIME_CODE.slice(2)))
})

test('the committed code was compiled from the committed source', () => {
  assert.equal(createHash('sha256').update(source).digest('hex'), ASSERTION_SOURCE_SHA256)
})

test('the code neither writes, nor calls with value, nor delegates, nor ends itself', () => {
  const forbidden = new Map([
    [0x55, 'SSTORE'],
    [0x5d, 'TSTORE'],
    [0xf0, 'CREATE'],
    [0xf1, 'CALL'],
    [0xf2, 'CALLCODE'],
    [0xf4, 'DELEGATECALL'],
    [0xf5, 'CREATE2'],
    [0xff, 'SELFDESTRUCT'],
  ])
  const code = Buffer.from(ASSERTION_RUNTIME_CODE.slice(2), 'hex')
  let staticCalls = 0
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] as number
    // The strings at the end follow an INVALID.
    if (opcode === 0xfe) break
    assert.equal(forbidden.get(opcode), undefined, `at ${at}`)
    if (opcode === 0xfa) staticCalls++
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
  }
  assert.ok(staticCalls > 0)
})

test('kinds are numbered as in the source', () => {
  const body = /enum Kind \{([^}]*)\}/.exec(source)?.[1] ?? ''
  const names = [...body.matchAll(/^\s*([A-Za-z0-9]+),? \/\//gm)].map(([, name]) => name)
  const kebab = names.map((name) => (name ?? '').replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase())
  assert.deepEqual(kebab, [...CONDITION_KINDS])
})
