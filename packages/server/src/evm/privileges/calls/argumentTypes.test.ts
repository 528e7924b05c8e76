import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { argumentTypes } from './argumentPlan.ts'

describe('types of arguments', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['address', ['address']],
    ['address,uint256', ['address', 'uint256']],
    ['(address,uint256)[],bool', ['(address,uint256)[]', 'bool']],
    ['uint256,((bool,bytes),address),string', ['uint256', '((bool,bytes),address)', 'string']],
  ]
  for (const [text, types] of cases) it(text || 'nothing', () => assert.deepEqual(argumentTypes(text), types))
})
