import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSignature } from '../abiTypes.ts'
import { FIRST_TOKEN, fieldValues } from './fieldValues.ts'

const [A, B, C] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(20)) as [string, string, string]
const FEE = '000bb8'
const described = (type: string, value: unknown) => ({
  inputs: parseSignature(`f(${type} path)`).inputs,
  values: [value],
  container: { to: null, value: null, from: null },
})

const PATHS: [string, string, string | null][] = [
  ['one pool', `${A}${FEE}${B}`, B],
  ['two pools', `${A}${FEE}${B}${FEE}${C}`, C],
  ['one pool, and 20 bytes that a router never reads', `${A}${FEE}${B}${C}`, null],
  ['one pool and a byte', `${A}${FEE}${B}00`, null],
  ['two pools and a fee', `${A}${FEE}${B}${FEE}${C}${FEE}`, null],
  ['two addresses without a fee', `${A}${B}`, null],
  ['nothing', '', null],
]
for (const [name, path, last] of PATHS)
  test(`the tokens of a path of pools: ${name}`, () => {
    const at = (segment: string) => fieldValues(`path.${segment}`, described('bytes', `0x${path}`))
    assert.deepEqual(
      at('[-20:]').map(({ value }) => value),
      last === null ? [] : [`0x${last}`],
    )
    assert.deepEqual(
      at(FIRST_TOKEN).map(({ value }) => value),
      last === null ? [] : [`0x${A}`],
    )
  })

test('the last bytes of what holds one address are that address', () => {
  for (const [type, value] of [
    ['bytes', `0x${A}`],
    ['bytes', `0x${A.padStart(64, '0')}`],
    ['bytes32', `0x${A.padStart(64, '0')}`],
    ['uint256', BigInt(`0x${A}`)],
  ] as const)
    assert.deepEqual(
      fieldValues('path.[-20:]', described(type, value)).map((one) => one.value),
      [`0x${A}`],
      `${type} ${value}`,
    )
  const paymaster = fieldValues('path.[0:20]', described('bytes', `0x${A}${'01'.repeat(32)}`))
  assert.deepEqual(
    paymaster.map(({ value }) => value),
    [`0x${A}`],
  )
})
