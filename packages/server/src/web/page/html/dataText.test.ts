import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataText } from './outline.ts'

describe('the text of a data URL', () => {
  const cases: [address: string, text: string | null][] = [
    ['data:text/html,<p>a%20b</p>', '<p>a b</p>'],
    ['DATA:text/html;charset=utf-8;base64,PHA+w6k8L3A+', '<p>é</p>'],
    ['data:,%E4%BD%A0%zz', '你%zz'],
    ['https://a.test/', null],
    ['data:no comma', null],
  ]
  for (const [address, text] of cases) it(address, () => assert.equal(dataText(address), text))
})
