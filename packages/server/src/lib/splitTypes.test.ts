import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitTypes } from './splitTypes.ts'

test('types are split at commas outside of tuples', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['address', ['address']],
    ['address,uint256[2]', ['address', 'uint256[2]']],
    ['address,(uint256,bytes)[],(bool,(int8,int8))', ['address', '(uint256,bytes)[]', '(bool,(int8,int8))']],
    ['address,,bool', ['address', 'bool']],
  ]
  for (const [types, parts] of cases) assert.deepEqual(splitTypes(types), parts)
})
